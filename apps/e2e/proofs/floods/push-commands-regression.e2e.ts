/** @apart Measures memory that all transfers share. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateRepository, git, mustGit, remoteRefs } from '../../clients/git.js';
import { byteProcessGrowth } from '../../clients/installation.js';
import { creation, pkt, pushBody, sendPush, toldAll } from '../../clients/raw-push.js';
import { scratch } from '../../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../../world.js';

const limit = 50_000;

describe('The commands of a push', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let tip: string;
  let directory: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    directory = join(await scratch(), 'history');
    await generateRepository(directory, { branches: [], commits: 1 });
    tip = await mustGit(directory, 'rev-parse', 'main');
    expect((await git(directory, 'push', '-q', admin.in(repository.url), 'main')).status).toBe(0);
  });

  const command = (name: string, said = '') => creation(`refs/heads/${name}`, tip, said);
  const push = (commands: Buffer): Promise<string> =>
    sendPush(admin, repository.url, gzipSync(commands), { 'content-encoding': 'gzip' });
  const begin = () => command('first', toldAll);

  it('are refused with a reason when they unpack to 70 MB', async () => {
    const one = command(`${'x'.repeat(200)}`);
    const answer = await push(Buffer.concat([Buffer.from(begin()), Buffer.alloc(70_000_000, one)]));
    expect(answer).toMatch(/a push may change 50000 references at most|names of the references .* too long/);
    expect(answer).toContain('unpack ');
    expect(Object.keys(await remoteRefs(directory, admin.in(repository.url)))).toEqual(['refs/heads/main']);
  });

  it('are refused in a line that git shows as the server’s when there is one too many', async () => {
    const commands = Array.from({ length: limit }, (_, at) => command(`n/${at}`)).join('');
    const answer = await push(Buffer.from(`${begin()}${commands}0000`));
    expect(answer.slice(4)).toMatch(/^.a push may change 50000 references at most/);
  });

  it.each(['\tpush-options', ' push-options=1', ' push-options\0x'])(
    'have bounded options, however the client says that it sends some: %j',
    async (capability) => {
      const options = Array.from({ length: 3_000 }, (_, at) => pkt(`option ${at}`)).join('');
      const first = command('optional', `\0report-status side-band-64k${capability}`);
      const answer = await push(Buffer.from(`${first}0000${options}0000`));
      expect(answer).toContain('a push may have 1000 options');
    },
  );

  it('do not fill the memory of the process that carries them, also when several send them at once', async () => {
    const names = Array.from({ length: limit - 1 }, (_, at) => creation(`refs/replace/n/${at}`, tip));
    const content = pushBody([begin(), ...names]);
    const growth = await byteProcessGrowth(async () => {
      const answers = await Promise.all(Array.from({ length: 3 }, () => push(content)));
      // All of it was looked at, and each has its reason; the lines are cut where git cuts what it carries.
      for (const answer of answers) expect(answer.match(/not writable/g)?.length).toBeGreaterThan(limit / 2);
    });
    expect(growth).toBeLessThan(64);
  });

  it('hold up nobody after they were refused', async () => {
    expect(
      (await git(directory, 'push', '-q', admin.in(repository.url), `${tip}:refs/heads/after`)).status,
    ).toBe(0);
  });
});
