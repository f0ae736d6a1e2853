import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { generateRepository, git, mustGit } from '../../clients/git.js';
import { creation, pushBody, sendPush, toldAll } from '../../clients/raw-push.js';
import { scratch } from '../../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../../world.js';

/** Names of almost 2,000 bytes. Four times so many need more room than there is: 8 MiB here, 32 usually. */
const directories = Array.from({ length: 8 }, () => 'x'.repeat(240)).join('/');
const many = 1_175;
/** What the rounds of pushes bring. The last two are neither branches nor tags, and in no list. */
const sorts = ['heads', 'tags', 'other', 'other'];

describe('References with long names', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let directory: string;
  let tip: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    directory = join(await scratch(), 'history');
    await generateRepository(directory, { branches: [], commits: 1 });
    tip = await mustGit(directory, 'rev-parse', 'main');
    expect((await git(directory, 'push', '-q', admin.in(repository.url), 'main')).status).toBe(0);
  });

  const push = (round: number): Promise<string> => {
    const commands = Array.from({ length: many }, (_, at) =>
      creation(`refs/${sorts[round]}/${directories}/${round}-${at}`, tip, at === 0 ? toldAll : ''),
    );
    return sendPush(admin, repository.url, pushBody(commands));
  };

  it('are taken while all of them, whatever their sort, have less room than they may take', async () => {
    for (const round of [0, 1, 2]) expect(await push(round)).toContain('unpack ok');
    const answer = await push(3);
    expect(answer).toContain('take all the room that they may');
    expect(answer).toContain('pre-receive hook declined');
    const { metadata } = await must(admin.api.get(`${repository.path}/branches?limit=1`));
    expect(metadata.more_results).toBe(true);
    const one = { id: `${directories}/one-more`, commit: tip };
    await must(admin.api.post(`${repository.path}/branches`, one), 201);
  }); // git makes thousands of files in deep directories

  it('make room when they go', async () => {
    const gone = Array.from({ length: 60 }, (_, at) => `:refs/other/${directories}/2-${at}`);
    const { status } = await git(directory, 'push', '-q', admin.in(repository.url), ...gone);
    expect(status).toBe(0);
    expect((await git(directory, 'push', '-q', admin.in(repository.url), 'main:after')).status).toBe(0);
  });
});
