import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from './git-alone.fixture.js';
import type { Installation } from './installation/installation.js';
import { createBackup } from './making/create-backup.js';
import { repositoriesOf, type Manifest } from './making/manifest.js';
import { entriesOf } from './repositories/directory-copy.js';
import { blobsOf } from './blobs/blob-copy.js';
import { DirectoryTarget } from './target/directory-target.js';
import { newKey, VaultKey } from './vault/vault-key.js';
import { Vault } from './vault/vault.js';

/** What an object is for. */
export type Sort =
  'manifest' | 'rows' | 'journal' | 'file' | 'repositories' | 'list' | 'content' | 'artifacts' | 'artifact';

/** What happens to an object. */
export type Harm = 'flipped' | 'gone' | 'directory';

/** A place for backups that is a directory, in which things come to harm. */
export class TestPlace {
  private constructor(private readonly scratch: string) {}

  static async make(): Promise<TestPlace> {
    const place = new TestPlace(await mkdtemp(join(tmpdir(), 'place-')));
    for (const key of ['key', 'other']) await writeFile(join(place.scratch, key), newKey());
    return place;
  }

  /** As the next process opens it. */
  async vault(key = 'key'): Promise<Vault> {
    const target = await DirectoryTarget.open(join(this.scratch, 'backups'));
    return new Vault(target, VaultKey.read(join(this.scratch, key)));
  }

  /** Makes a backup; `told` hears what is said. */
  async create(installation: Installation, told: string[] = []): Promise<Manifest> {
    const tell = (line: string): void => void told.push(line);
    return createBackup(
      { installation, vault: await this.vault(), kinds: gitAlone, nodePatience: 1_000 },
      tell,
    );
  }

  /** The first object of a sort, as a path of the place; of repositories and artifacts of the first one. */
  async objectOf(sort: Sort, manifest: Manifest): Promise<string> {
    const vault = await this.vault();
    const [{ list }] = await allOf(repositoriesOf(vault, manifest));
    const [{ piece }] = await allOf(blobsOf(vault, manifest.blobs));
    if (!list) throw new Error('nothing was copied of the repository');
    const files = (await allOf(entriesOf(vault, list))).filter((entry) => 'path' in entry);
    const { tables } = manifest.schemas[1];
    const pieces = {
      rows: tables.find(({ rows }) => rows > 0)?.content ?? tables[0].content,
      journal: manifest.journals['node-1'],
      file: manifest.files['access.json'],
      repositories: manifest.repositories,
      ...{ list, content: files[0].piece, artifacts: manifest.blobs, artifact: piece },
    };
    if (sort === 'manifest') return `backups/${manifest.id}`;
    const [chunk] = pieces[sort].chunks;
    return `objects/${chunk.slice(0, 2)}/${chunk}`;
  }

  /** `flipped`: a bit of it is another one; `directory`: as a check of the disk leaves it. */
  async harm(object: string, how: Harm): Promise<void> {
    const file = join(this.scratch, 'backups', object);
    if (how !== 'flipped') await rm(file);
    if (how === 'directory') await mkdir(file);
    if (how !== 'flipped') return;
    const bytes = await readFile(file);
    bytes[bytes.length >> 1] ^= 1;
    await writeFile(file, bytes);
  }

  /** All that lies there. */
  async objects(): Promise<string[]> {
    return (await readdir(join(this.scratch, 'backups'), { recursive: true })).sort();
  }

  end(): Promise<void> {
    return rm(this.scratch, { recursive: true });
  }
}

const allOf = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
};
