import { join } from 'node:path';
import { must, type Answer } from '../clients/api.js';
import { git, mustGit, remoteRefs, WorkingCopy } from '../clients/git.js';
import { scratch, unique } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

const moved = { parent: { conflicts: ['branch'] }, branch: { conflicts: ['parent'] } };

describe('Commits that are made over the API', () => {
  let admin: Person;
  let developer: Person;
  let project: ProjectAt;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
  });

  const make = (person: Person, { path }: RepositoryAt, body: object): Promise<Answer> =>
    person.api.post(`${path}/commits`, { branch: 'main', message: 'm', ...body });
  const begun = async (): Promise<{ repository: RepositoryAt; first: string }> => {
    const repository = await newRepository(admin, project);
    const modified = [{ path: 'README.md', content: '# One\n' }];
    return { repository, first: (await must(make(developer, repository, { modified }), 201)).id };
  };
  const tipOf = async ({ path }: RepositoryAt, branch = 'main'): Promise<unknown> =>
    (await must(admin.api.get(`${path}/branches/${branch}`))).commit;
  const clone = async ({ url }: RepositoryAt): Promise<WorkingCopy> =>
    WorkingCopy.clone(developer.in(url), join(await scratch(), unique('copy')));

  it('begin a repository, are shown as they were answered, and git clients get them', async () => {
    const { repository, first } = await begun();
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7) % 256));
    const sent = {
      parent: first,
      message: 'Größer\n\n- and better',
      modified: [
        { path: 'src/run.sh', content: '#!/bin/sh\n', mode: '100755' },
        { path: 'ünï/bytes', content: bytes.toString('base64'), encoding: 'base64' },
        {
          path: 'ünï/address',
          content: `data:image/png;base64,${bytes.toString('base64')}`,
          encoding: 'base64',
        },
        { path: 'latest', content: 'src/run.sh', mode: '120000' },
      ],
      deleted: ['README.md'],
    };
    const made = await must(make(developer, repository, sent), 201);
    expect(made).toMatchObject({
      ...{ parents: [{ id: first }], description: 'Größer\n\n- and better' },
      ...{ email: `${developer.id}@example.org`, committer_email: `${developer.id}@example.org` },
    });
    const shown = await must(admin.api.get(`${repository.path}/commits/main`));
    expect({ ...shown, api_status: 201, api_timestamp: made.api_timestamp }).toEqual(made);
    const copy = await clone(repository);
    expect(
      await copy.must(
        '-c',
        'core.quotePath=false',
        'ls-tree',
        '-r',
        '--format=%(objectmode) %(path)',
        'HEAD',
      ),
    ).toBe(['120000 latest', '100755 src/run.sh', '100644 ünï/address', '100644 ünï/bytes'].join('\n'));
    for (const path of ['bytes', 'address']) {
      const id = await copy.must('rev-parse', `HEAD:ünï/${path}`);
      const answer = await admin.api.get(`${repository.path}/commits/main/files/ünï/${path}`);
      expect(answer.headers.get('content-length')).toBe('1000');
      expect(answer.headers.get('etag')).toBe(`"${id}"`);
    }
    expect(await copy.must('log', '-1', '--format=%B')).toBe('Größer\n\n- and better');
    await copy.must('fsck', '--full', '--strict');
  });

  it('go on beside pushes, and a push goes on from them', async () => {
    const { repository, first } = await begun();
    const copy = await clone(repository);
    const pushed = await copy.commit('pushed.txt', 'x');
    const modified = [{ path: 'made.txt', content: 'x' }];
    const made = await must(make(developer, repository, { parent: first, modified }), 201);
    expect((await copy.push(developer.in(repository.url), 'HEAD:main')).status).not.toBe(0);
    await copy.must('pull', '-q', '--rebase', developer.in(repository.url), 'main');
    expect((await copy.push(developer.in(repository.url), 'HEAD:main')).status).toBe(0);
    const tip = await copy.must('rev-parse', 'HEAD');
    expect(await tipOf(repository)).toBe(tip);
    expect(pushed).not.toBe(tip);
    const stale = await make(developer, repository, { parent: made.id, modified });
    expect([stale.status, stale.body.api_errors]).toEqual([422, moved]);
    await must(make(developer, repository, { parent: tip, modified, branch: 'topic/one' }), 201);
    expect(Object.keys(await remoteRefs(copy.directory, admin.in(repository.url))).sort()).toEqual([
      'refs/heads/main',
      'refs/heads/topic/one',
    ]);
  });

  it('land or are told of the conflict, and none is lost, however many are made at once', async () => {
    const { repository } = await begun();
    const writers = 8;
    const each = 5;
    const landed: string[] = [];
    let conflicts = 0;
    const write = async (writer: number): Promise<void> => {
      for (let count = 0; count < each;) {
        const parent = await tipOf(repository);
        const modified = [{ path: `w${writer}/${count}`, content: `${writer} ${count}` }];
        const { status, body } = await make(developer, repository, { parent, modified });
        if (status === 201) {
          landed.push(body.id);
          count += 1;
        } else {
          expect([status, body.api_errors]).toEqual([422, moved]);
          conflicts += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    expect(conflicts).toBeGreaterThan(0);
    const copy = await clone(repository);
    const history = (await copy.must('rev-list', '--first-parent', 'HEAD')).split('\n');
    expect(history).toHaveLength(writers * each + 1);
    expect(history).toEqual(expect.arrayContaining(landed));
    expect((await copy.must('ls-files')).split('\n')).toHaveLength(writers * each + 1);
    await copy.must('fsck', '--full', '--strict');
  });

  it('are for those who may push, to a protected branch as well', async () => {
    const { repository, first } = await begun();
    await must(admin.api.put(`${repository.path}/branches/main`, { protected: true }));
    const modified = [{ path: 'a', content: 'x' }];
    const master = await newMember(admin, project, 'master');
    const guest = await newMember(admin, project, 'guest');
    const lead = await newMember(admin, project, 'admin');
    for (const person of [developer, master]) {
      expect((await make(person, repository, { parent: first, modified })).status).toBe(403);
      expect((await make(person, repository, { parent: 'nonsense', modified: 7 })).status).toBe(403);
    }
    expect((await make(guest, repository, { parent: first, modified, branch: 'topic' })).status).toBe(403);
    await must(make(master, repository, { parent: first, modified, branch: 'topic' }), 201);
    const made = await must(make(lead, repository, { parent: first, modified }), 201);
    expect(await tipOf(repository)).toBe(made.id);
  });

  it('of what must not be are refused, and nothing of them stays', async () => {
    const { repository, first } = await begun();
    const refused = async (modified: object[], deleted: string[] = []) => {
      const { status, body } = await make(developer, repository, { parent: first, modified, deleted });
      return [status, body.api_errors];
    };
    const invalid = [422, { modified: { invalid: true } }];
    for (const path of [
      ...['/etc/passwd', '../x', 'a/../../x', 'a//b', 'a/', '.', '', '.git/config', 'a/.GIT/hooks/x'],
      ...['.git\u200c/config', 'git~1/config', '.git::$INDEX_ALLOCATION/config', 'a\\..\\..\\x'],
      ...['README.md/x', 'x'.repeat(256)],
    ])
      expect([path, await refused([{ path, content: 'x' }])]).toEqual([path, invalid]);
    const hostile = '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n';
    expect(await refused([{ path: '.gitmodules', content: hostile }])).toEqual(invalid);
    expect(await refused([{ path: '.gitmodules', content: 'a', mode: '120000' }])).toEqual(invalid);
    expect(await refused([{ path: 'x', content: '../../etc/passwd', mode: '120000' }])).toEqual(invalid);
    expect(await refused([{ path: 'x', content: first, mode: '160000' }])).toEqual(invalid);
    expect(await refused([{ path: 'x', content: '!', encoding: 'base64' }])).toEqual(invalid);
    expect(await refused([], ['none'])).toEqual([422, { deleted: { not_found: true } }]);
    expect(await refused([], ['.git/config'])).toEqual([422, { deleted: { invalid: true } }]);
    expect(await refused([{ path: 'x', content: '' }], ['x'])).toEqual([
      422,
      { modified: { conflicts: ['deleted'] }, deleted: { conflicts: ['modified'] } },
    ]);
    const mirror = join(await scratch(), unique('mirror'));
    await mustGit('/', 'clone', '-q', '--mirror', admin.in(repository.url), mirror);
    expect(await mustGit(mirror, 'rev-list', '--objects', '--all')).toContain(first);
    expect((await git(mirror, 'rev-list', '--count', '--all')).output.trim()).toBe('1');
  });

  it('may be sent again with a key, nested, and several at once', async () => {
    const { repository, first } = await begun();
    const modified = [{ path: 'a', content: unique('x') }];
    const body = { branch: 'main', parent: first, message: 'once', modified };
    const once = { headers: { 'idempotency-key': unique('key') } };
    const made = await must(admin.api.post(`${repository.path}/commits`, body, once), 201);
    const again = await admin.api.post(`${repository.path}/commits`, { ...body }, once);
    expect([again.status, again.body.id, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      made.id,
      'true',
    ]);
    const nested = { commit: { ...body, parent: made.id } };
    const next = await must(admin.api.post(`${repository.path}/commits`, nested), 201);
    const many = ['one', 'two'].map((branch) => ({ ...body, branch, parent: next.id }));
    const { results } = await must(admin.api.post(`${repository.path}/commits`, many), 201);
    expect(results.map(({ parents }) => parents)).toEqual([[{ id: next.id }], [{ id: next.id }]]);
  });

  it('need room, and an active repository of a kind that has them', async () => {
    const { repository, first } = await begun();
    const modified = [{ path: 'a', content: Array.from({ length: 9_000 }, Math.random).join() }];
    await must(admin.api.put(repository.path, { storage_limit: 20_000 }));
    expect((await make(developer, repository, { parent: first, modified })).status).toBe(507);
    expect(await tipOf(repository)).toBe(first);
    await must(admin.api.put(repository.path, { storage_limit: null }));
    await must(make(developer, repository, { parent: first, modified }), 201);
    const { id } = await must(admin.api.delete(repository.path));
    const gone = { ...repository, path: `${project.path}/repositories/${id}` };
    const deleted = await make(admin, gone, { parent: first, modified });
    expect(deleted.body.api_errors).toEqual({ id: { locked: true } });
    const maven = await newRepository(admin, project, 'maven');
    expect((await make(admin, maven, { modified })).body.api_errors).toEqual({
      repository: { invalid: true },
    });
  });
});
