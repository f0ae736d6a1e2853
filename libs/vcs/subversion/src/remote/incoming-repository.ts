import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeTree, syncPath } from '@holdfast/kernel';
import { directorySize, syncPaths } from '@holdfast/vcs-spi';
import { youngestIn } from '../process/youngest.js';
import { keepWritable, shardSizeIn } from '../writing/writable-revisions.js';

/** What holds revisions: one file of each in both. */
const kept = ['revs', 'revprops'];
/** By which files of the same content are stored once. */
const cache = 'rep-cache.db';
const bootFile = '/proc/sys/kernel/random/boot_id';

/**
 * Where what comes from elsewhere is loaded before anybody sees it: a repository of its own, which shares the files of
 * the revisions that there are already. Those never change.
 *
 *     <directory>/incoming/db/…
 *     <directory>/incoming/begun       on which revision it stands, since which start of the machine, from where
 *     <directory>/incoming/whole       the newest revision that is known to have all of its content; absent: that one
 */
export class IncomingRepository {
  readonly path: string;

  constructor(private readonly directory: string) {
    this.path = join(directory, 'incoming');
  }

  /**
   * What one that was cut off has loaded is gone on with, but for its newest revision; what may not be on the disk
   * after a power cut is not, nor what came from elsewhere. `origin`: a word for where it comes from. `look` is called
   * again and again; it may throw.
   */
  async prepare(base: number, origin: string, look: () => void = () => undefined): Promise<void> {
    const boot = await readFile(bootFile, 'utf8').catch(() => '');
    const mark = `${base} ${boot.trim()} ${origin}\n`;
    if (mark === (await readFile(this.mark, 'utf8').catch(() => ''))) return this.leaveNewest(base);
    await this.remove();
    const [from, to] = [join(this.directory, 'db'), join(this.path, 'db')];
    await Promise.all(
      [to, join(this.path, 'locks')].map((path) => mkdir(path, { recursive: true, mode: 0o700 })),
    );
    await copyFile(join(this.directory, 'format'), join(this.path, 'format'));
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (kept.includes(entry.name)) await linkAll(source, target, look);
      else if (entry.isDirectory()) await mkdir(target);
      else if (!entry.name.startsWith(cache)) await copyFile(source, target);
    }
    await writeFile(this.mark, mark);
  }

  youngest(): Promise<number> {
    return youngestIn(this.path);
  }

  /** Bytes of all that it has, shared or not. */
  size(): Promise<number> {
    return directorySize(join(this.path, 'db'));
  }

  /** What was loaded is on the disk when this resolves. `look` as of `prepare`: of millions that takes hours. */
  async settle(base: number, look: () => void = () => undefined): Promise<void> {
    const news = { base, youngest: await this.youngest(), size: await this.shardSize() };
    await syncPaths(newFiles(news), async (file) => {
      look();
      await syncPath(join(this.path, 'db', file));
    });
  }

  /**
   * Makes all its revisions those of the repository, at one moment. `base`: the newest one there, as when it began.
   * `renamed` is called when an empty repository has another identity, before anybody sees the revisions.
   */
  async publish(base: number, renamed: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const youngest = await this.youngest();
    const news = { base, youngest, size: await this.shardSize() };
    const shards = wholeShards(news).flatMap((shard) => kept.map((name) => `${name}/${shard}`));
    const files = [...newFiles(news, new Set(wholeShards(news)))];
    const [from, to] = [join(this.path, 'db'), join(this.directory, 'db')];
    await rm(this.mark);
    for (const shard of shards) {
      // One that was cut off may have left something there, which nobody has seen.
      await removeTree(join(to, shard));
      await rename(join(from, shard), join(to, shard));
    }
    const places = new Set([...files.map(dirname), ...shards].map((place) => join(to, place)));
    for (const place of places) await mkdir(place, { recursive: true });
    for (const file of files) await rename(join(from, file), join(to, file));
    for (const place of [...places, ...kept.map((name) => join(to, name))]) await syncPath(place);
    if (base === 0) {
      await this.takeUuid(from, to);
      await renamed();
    }
    await replace(join(to, 'current'), `${youngest}\n`);
    await syncPath(to);
    if (base === 0) await rename(join(from, cache), join(to, cache)).catch(() => undefined);
  }

  async remove(): Promise<void> {
    await removeTree(this.path);
  }

  /**
   * `svnadmin load` takes the end of what it reads for the end of a revision: where whoever sent it died between two
   * files, the newest revision has the first of them only.
   */
  private async leaveNewest(base: number): Promise<void> {
    const [db, whole] = [join(this.path, 'db'), join(this.path, 'whole')];
    await keepWritable(this.path);
    const youngest = await this.youngest();
    const known = Number(await readFile(whole, 'utf8').catch(() => base));
    if (youngest <= known) return;
    // It knows contents of that revision, and Subversion refuses what lies in none that there is.
    const names = (await readdir(db)).filter((name) => name.startsWith(cache));
    await Promise.all(names.map((name) => rm(join(db, name))));
    // Its files are written anew by the next one.
    await replace(join(db, 'current'), `${youngest - 1}\n`);
    await replace(whole, `${youngest - 1}\n`);
  }

  private get mark(): string {
    return join(this.path, 'begun');
  }

  private shardSize(): Promise<number> {
    return shardSizeIn(join(this.path, 'db'));
  }

  /** By its first line clients know the repository again; the second is of this copy alone. */
  private async takeUuid(from: string, to: string): Promise<void> {
    const [uuid] = (await readFile(join(from, 'uuid'), 'utf8')).split('\n');
    const [, ...own] = (await readFile(join(to, 'uuid'), 'utf8')).split('\n');
    await replace(join(to, 'uuid'), [uuid, ...own].join('\n'));
  }
}

/** Revisions that come behind one, and how many lie in one directory. */
interface News {
  base: number;
  youngest: number;
  size: number;
}

/** Their files, below `db`, but for those in some shards: there may be millions. */
function* newFiles({ base, youngest, size }: News, left: ReadonlySet<number> = new Set()): Generator<string> {
  if (base === 0) yield 'revprops/0/0';
  for (let revision = base + 1; revision <= youngest; revision += 1) {
    const shard = Math.floor(revision / size);
    if (left.has(shard)) revision = (shard + 1) * size - 1;
    else for (const name of kept) yield `${name}/${shard}/${revision}`;
  }
}

/** The directories that have nothing but them, and are full: each of them is moved as quickly as one file. */
const wholeShards = ({ base, youngest, size }: News): number[] => {
  const shards: number[] = [];
  for (let shard = Math.floor(base / size) + 1; (shard + 1) * size <= youngest + 1; shard += 1)
    shards.push(shard);
  return shards;
};

const linkAll = async (from: string, to: string, look: () => void): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    look();
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkAll(source, target, look);
    else await link(source, target);
  }
};

/** Whole or not at all. */
const replace = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
};
