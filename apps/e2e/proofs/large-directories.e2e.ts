/** @alone Takes much of the disk and of the processor. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { authorization, must } from '../clients/api.js';
import { importHistory, mustGit, git } from '../clients/git.js';
import { beyondBounds, MemoryWatch } from '../clients/memory-watch.js';
import { run } from '../clients/program.js';
import { eventually, scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

/** So long may anything take on a machine that has nothing else to do (ms). */
const patience = 600_000;
const count = 1_000_000;

const nameOf = (at: number): string => `file-${String(at).padStart(7, '0')}.txt`;
const textOf = (at: number): string => `${at}\n`;
const idOf = (at: number): string =>
  createHash('sha1')
    .update(`blob ${textOf(at).length}\0${textOf(at)}`)
    .digest('hex');

describe('A directory of a million files', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let directory: string;
  let first: string;
  let second: string;
  let watch: MemoryWatch;

  /** The id of what git makes of this. */
  const made = async (cwd: string, input: string, ...words: string[]): Promise<string> => {
    const { status, output, stdout } = await run('git', words, { cwd, input, timeout: patience });
    if (status !== 0) throw new Error(`git ${words[0]}: ${output.slice(0, 1_000)}`);
    return stdout.trim();
  };

  /** A commit in which one file is another one. `fast-import` would look at each entry for each file. */
  const committed = async (cwd: string, changed: number | undefined, parent?: string): Promise<string> => {
    const lines = Array.from(
      { length: count },
      (_, at) => `100644 blob ${idOf(at === changed ? at + 1 : at)}\t${nameOf(at)}\n`,
    );
    const files = await made(cwd, lines.join(''), 'mktree', '--missing');
    const root = await made(cwd, `040000 tree ${files}\td\n100644 blob ${idOf(0)}\tsmall\n`, 'mktree');
    const who = ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.org'];
    return made(cwd, 'm', ...who, 'commit-tree', root, ...(parent === undefined ? [] : ['-p', parent]));
  };

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    directory = join(await scratch(), 'made.git');
    const blobs = Array.from({ length: count }, (_, at) => {
      const text = textOf(at);
      return `blob\ndata ${text.length}\n${text}\n`;
    });
    await importHistory(directory, blobs.join(''));
    first = await committed(directory, undefined);
    second = await committed(directory, 500_000, first);
    await mustGit(directory, 'update-ref', 'refs/heads/main', second);
    watch = new MemoryWatch();
  }, patience);
  afterAll(() => watch.end());

  const asked = async (path: string) => must(admin.api.get(`${repository.path}/commits/${path}`));
  const last = nameOf(count - 1);

  it(
    'is pushed and cloned',
    async () => {
      const url = admin.in(repository.url);
      const pushed = await run('git', ['push', '-q', url, 'main'], { cwd: directory, timeout: patience });
      expect([pushed.status, pushed.output]).toEqual([0, '']);
      const clone = join(await scratch(), 'clone.git');
      const cloned = await run('git', ['clone', '-q', '--bare', url, clone], {
        cwd: directory,
        timeout: patience,
      });
      expect([cloned.status, cloned.output]).toEqual([0, '']);
      expect(await mustGit(clone, 'rev-parse', 'main')).toBe(second);
      const lastId = await mustGit(clone, 'rev-parse', `main:d/${last}`);
      expect(lastId).toBe(idOf(count - 1));
    },
    patience,
  );

  it('is listed by pages, from both ends, with the last commits', async () => {
    const whole = await asked(`${second}/tree/d?limit=1000`);
    expect(whole.results).toHaveLength(1_000);
    expect(whole.results[0]).toMatchObject({ name: nameOf(0), size: 2 });
    expect(whole.metadata).toMatchObject({ more_results: true });
    const end = await asked(`${second}/tree/d?limit=2&offset=${count - 2}`);
    expect(end.results.map(({ name }) => name)).toEqual([nameOf(count - 2), last]);
    const back = await asked(`${second}/tree/d?limit=1&order=desc`);
    expect(back.results).toMatchObject([{ name: last }]);
    // On a busy machine it is not found in time, and is null.
    const touched = await eventually(async () => {
      const { results } = await asked(`${second}/tree/d?limit=2&offset=500000&include=commit`);
      return results.every(({ commit }) => commit !== null) ? results : undefined;
    }, 60_000);
    expect(touched).toMatchObject([{ commit: { id: second } }, { commit: { id: first } }]);
    const files = await asked(`${second}/files?limit=1&offset=${count}`);
    expect(files.results).toMatchObject([{ path: 'small' }]);
  });

  it('has files, and histories of them', async () => {
    const path = `${repository.path}/commits/${second}/files/d/${last}`;
    const raw = await admin.api.get(path);
    expect([raw.status, raw.text]).toEqual([200, textOf(count - 1)]);
    expect((await admin.api.get(`${path}x`)).status).toBe(404);
    const idsOf = async (name: string) =>
      (await asked(`${second}/history/d/${name}`)).results.map(({ id }) => id);
    expect(await idsOf(nameOf(500_000))).toEqual([second, first]);
    expect(await idsOf(last)).toEqual([first]);
    const blamed = await asked(`${second}/blame/d/${last}`);
    expect(blamed.results).toMatchObject([{ line: 1, commit: { id: first } }]);
  });

  it('has changes, the first of which are all of it', async () => {
    const changed = await asked(`${second}/changesets`);
    expect(changed.results).toMatchObject([{ path: `d/${nameOf(500_000)}`, status: 'modified' }]);
    const added = await asked(`${first}/changesets?limit=1`);
    expect(added.results).toMatchObject([{ path: `d/${nameOf(0)}`, status: 'added' }]);
    expect(added.metadata).toMatchObject({ more_results: true });
    const end = await asked(`${first}/changesets?limit=1&offset=${count}`);
    expect(end.results).toMatchObject([{ path: 'small', status: 'added' }]);
  });

  it('is searched as far as there is time', async () => {
    for (const field of ['path', 'content', 'path,content']) {
      const found = await asked(`${second}/search?search_term=777777&search_fields=${field}&limit=1`);
      const isThere = found.results.some(({ path }) => path === `d/${nameOf(777_777)}`);
      expect([field, isThere || found.metadata?.more_results]).toEqual([field, true]);
    }
  });

  it('begins as an archive, and is refused where a commit changes it', async () => {
    const answer = await fetch(`${admin.base}${repository.path}/commits/${second}/archive`, {
      headers: { authorization: authorization(admin.keys) },
    });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    const change = { branch: 'main', parent: second, message: 'm' };
    const modified = [{ path: `d/${last}`, content: 'x' }];
    const refused = await admin.api.post(`${repository.path}/commits`, { ...change, modified });
    expect(refused.status).toBe(422);
  });

  it('makes no process grow beyond its bounds, and nothing is broken', async () => {
    expect(beyondBounds(watch)).toEqual([]);
    process.stderr.write(`${JSON.stringify(watch.most)}\n`);
    const refs = await git(directory, 'ls-remote', admin.in(repository.url), 'refs/heads/main');
    expect(refs.stdout).toBe(`${second}\trefs/heads/main\n`);
  });
});
