import { jest } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { directoryOf } from '../installation/installation.js';
import { MemoryTarget } from '../memory-target.fixture.js';
import { placeHere } from '../nodes/local-node.js';
import { ReachedNodes } from '../nodes/reached-nodes.js';
import { copyDirectory } from '../repositories/directory-copy.js';
import { LineWriter } from '../vault/content-writer.js';
import { newKey, VaultKey } from '../vault/vault-key.js';
import { Vault } from '../vault/vault.js';
import { restoreRepositories } from './restore-repositories.js';

/** No path of a system is longer, its end included. */
const longest = 4096;
/** Which of three repositories has it. */
const longRef = 1;
const uuidOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;

/** A relative path of so many bytes, below `refs`. */
const pathOf = (bytes: number): string => {
  const whole = `refs/${'x'.repeat(199)}/`.padEnd(bytes, `${'x'.repeat(199)}/`);
  return `${whole.slice(0, -1)}y`;
};

// One reference of a very long name was enough: the restore of an installation ended at it, each time again.
describe('a repository with a very long path', () => {
  let scratch: string;
  let vault: Vault;
  const target = new MemoryTarget();
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'long-'));
    await writeFile(join(scratch, 'key'), newKey());
    vault = new Vault(target, VaultKey.read(join(scratch, 'key')));
  });
  afterAll(() => rm(scratch, { recursive: true }));

  const made = (data: string): ReachedNodes =>
    ReachedNodes.open({ schemas: [], nodes: { here: data }, blobs: { data: '' }, files: {} });

  /** What a backup has of three repositories, the second of which has a file at that path. */
  const copied = async (data: string, path: string) => {
    const list = new LineWriter(vault);
    for (const at of [0, longRef, 2]) {
      const row = { uuid: uuidOf(at), type: 'git', node: 'here' };
      const directory = directoryOf(data, row);
      const file = join(directory, at === longRef ? path : 'HEAD');
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `content of ${at}`);
      await list.add({ ...row, ...(await copyDirectory(placeHere(directory), vault)) });
    }
    return { repositories: await list.end() };
  };

  it('keeps none of the others away where there is no room for it', async () => {
    const [from, to] = [join(scratch, 'from'), join(scratch, 'to'.padEnd(100, 'o'))];
    const short = directoryOf(from, { uuid: uuidOf(longRef), type: 'git' });
    const manifest = await copied(from, pathOf(longest - 2 - short.length));
    const done = { repositories: 0, problems: [] as string[] };
    await restoreRepositories(made(to), manifest, vault, done);
    const why = `repository ${uuidOf(longRef)}: it cannot be put back: ENAMETOOLONG`;
    expect(done).toEqual({ repositories: 2, problems: [why] });
    const places = [0, 2].map((at) => directoryOf(to, { uuid: uuidOf(at), type: 'git' }));
    for (const place of places) expect(await readFile(join(place, 'HEAD'), 'utf8')).toMatch(/^content/);
    expect(await readdir(dirname(directoryOf(to, { uuid: uuidOf(longRef), type: 'git' })))).toEqual([]);
  });

  it('is put back where it was', async () => {
    const data = join(scratch, 'same');
    const directory = directoryOf(data, { uuid: uuidOf(longRef), type: 'git' });
    const path = pathOf(longest - 2 - directory.length);
    const manifest = await copied(data, path);
    await rm(data, { recursive: true });
    const done = { repositories: 0, problems: [] as string[] };
    await restoreRepositories(made(data), manifest, vault, done);
    expect(done).toEqual({ repositories: 3, problems: [] });
    expect(await readFile(join(directory, path), 'utf8')).toBe(`content of ${longRef}`);
  });

  it('is one of those that are told; what concerns all of them ends the restore', async () => {
    const to = join(scratch, 'anew');
    const lost = { chunks: ['0'.repeat(64)], offset: 0, size: 1 };
    const list = new LineWriter(vault);
    for (const at of [0, 2]) await list.add({ uuid: uuidOf(at), type: 'git', node: 'here', list: lost });
    const manifest = { repositories: await list.end() };
    const done = { repositories: 0, problems: [] as string[] };
    await restoreRepositories(made(to), manifest, vault, done);
    expect(done.problems).toHaveLength(2);
    const without = ReachedNodes.open({ schemas: [], nodes: {}, blobs: { data: '' }, files: {} });
    await expect(restoreRepositories(without, manifest, vault, done)).rejects.toThrow(/HOLDFAST_NODES/);
    const line = JSON.stringify({ uuid: uuidOf(0), type: 'git', node: 'here', list: lost });
    const full = jest.spyOn(vault, 'lines').mockImplementation(async function* (piece) {
      if (piece === manifest.repositories) yield await Promise.resolve(line);
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    await expect(restoreRepositories(made(to), manifest, vault, done)).rejects.toThrow('no space');
    full.mockRestore();
  });
});
