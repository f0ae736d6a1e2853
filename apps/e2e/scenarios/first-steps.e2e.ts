import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, git, mustGit, remoteRefs } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

const branches = ['develop', 'feature/login', 'feature/logout', 'release/1.0', 'zz'];
const tags = ['v1.0', 'v1.1', 'v1.2'];

describe('From the first login to a mirrored repository', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let origin: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    repository = await newRepository(admin, project);
    origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches, tags });
  });

  it('answers a login with two keys, the account and the company', () => {
    expect(admin.keys).toMatchObject({
      api_status: 201,
      account_key: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      company_key: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      account: { id: admin.id, uuid: expect.any(String) as string },
      company: { id: admin.company, uuid: expect.any(String) as string },
    });
  });

  it('shows the new repository in its project at once, with addresses for clients', async () => {
    const shown = await must(admin.api.get(repository.path));
    expect(shown).toMatchObject({
      id: repository.id,
      type: 'git',
      default_identifier: 'main',
      http_url: repository.url,
    });
    expect(shown.ssh_url).toMatch(/^(ssh:\/\/)?svc@/);
  });

  it('takes a mirror push of all branches and tags', async () => {
    const { status, output } = await git(origin, 'push', '--mirror', admin.in(repository.url));
    expect(output).not.toMatch(/rejected|error/);
    expect(status).toBe(0);
    const local = (await mustGit(origin, 'for-each-ref', '--format=%(refname) %(objectname)')).split('\n');
    const refs = Object.fromEntries(local.map((line) => line.split(' ') as [string, string]));
    expect(await remoteRefs(origin, admin.in(repository.url))).toEqual(refs);
  });

  it('lists every branch in bytewise order with its latest commit and its uuid', async () => {
    const { metadata, results } = await must(admin.api.get(`${repository.path}/branches`));
    expect(metadata).toEqual({ more_results: false, next_offset: 6, count: 6 });
    expect(results.map(({ id }) => id)).toEqual([...branches, 'main'].sort());
    for (const branch of results)
      expect(branch).toEqual({
        api_status: 200,
        api_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        id: branch.id,
        uuid: `${repository.uuid}-${branch.id}`,
        commit: await mustGit(origin, 'rev-parse', `refs/heads/${branch.id}`),
        protected: false,
        repository: { id: repository.id, uuid: repository.uuid },
      });
  });

  it('gives the same repository back to a clone', async () => {
    const copy = join(await scratch(), 'copy');
    await mustGit('/', 'clone', '-q', '--mirror', admin.in(repository.url), copy);
    const format = '--format=%(refname) %(objectname)';
    expect(await mustGit(copy, 'for-each-ref', format)).toBe(await mustGit(origin, 'for-each-ref', format));
    expect(await mustGit(copy, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect((await git(copy, 'fsck', '--strict')).status).toBe(0);
  });

  it('serves shallow and partial clones, over both protocol versions', async () => {
    for (const version of ['0', '2']) {
      const shallow = join(await scratch(), 'shallow');
      await mustGit(
        '/',
        '-c',
        `protocol.version=${version}`,
        'clone',
        '-q',
        '--depth=1',
        admin.in(repository.url),
        shallow,
      );
      expect(await mustGit(shallow, 'rev-list', '--count', 'HEAD')).toBe('1');
      const partial = join(await scratch(), 'partial');
      await mustGit(
        '/',
        '-c',
        `protocol.version=${version}`,
        'clone',
        '-q',
        '--bare',
        '--filter=blob:none',
        admin.in(repository.url),
        partial,
      );
      expect(await mustGit(partial, 'rev-list', '--objects', '--missing=print', 'main')).toMatch(/^\?/m);
    }
  });
});
