import { mkdir, open, readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { unlessAbsent } from '../refs/absence.js';
import type { SharedFiles } from './shared-files.js';

/** The files of a pack, in the order in which git makes it known: it can be read once its index is there. */
const packFiles = ['.pack', '.rev', '.bitmap'];
/** Pushes may bring packs while their like are linked, but not for ever. */
const mostRounds = 100;

/**
 * Gives a repository all objects of another one, by links. Pushes and upkeep may go on there meanwhile. This rests on
 * what holds for every repository here: no object is ever lost from it. It moves from a file of its own into a pack,
 * and from packs into another pack, and is in the new one before it leaves the old one. So what was there at the
 * beginning is found by whoever looks at single objects first, and then at packs until he sees no new one.
 *
 * What speeds up reading is taken along where it fits, all of it or nothing: without it, upkeep makes it anew.
 */
export class ObjectLinks {
  private readonly known = new Set<string>();

  /** Both are `objects` of a repository; `to` has nothing but its directories. */
  constructor(
    private readonly from: string,
    private readonly to: string,
    private readonly files: SharedFiles,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws VcsRefusal `no_room`, `contended`; `unavailable` once the signal says that nobody waits */
  async make(): Promise<void> {
    // First, so that all commits of which it tells are in the packs that come after it.
    const hasGraph = await this.graph();
    const before = await this.indexStamp();
    await this.singles();
    await this.packs();
    if (hasGraph && before !== undefined) await this.index(before);
  }

  private async singles(): Promise<void> {
    const directories = (await readdir(this.from)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    for (const directory of directories) {
      const names = (await readdir(join(this.from, directory)).catch(unlessAbsent)) ?? [];
      const objects = names.filter((name) => /^[0-9a-f]{38}$/.test(name));
      if (objects.length > 0) await mkdir(join(this.to, directory));
      for (const name of objects) await this.share(directory, name);
    }
  }

  private async packs(): Promise<void> {
    for (let round = 1, found = Infinity; round <= 2 || found > 0; round += 1) {
      if (round > mostRounds) throw new VcsRefusal('contended', 'too much is written to the repository');
      const indexes = (await readdir(join(this.from, 'pack'))).filter((name) =>
        /^pack-[0-9a-f]{40}\.idx$/.test(name),
      );
      const fresh = indexes
        .map((name) => name.slice(0, -'.idx'.length))
        .filter((name) => !this.known.has(name));
      found = fresh.length;
      for (const name of fresh) await this.pack(name);
    }
  }

  /** One that has gone meanwhile is in another one, which is found in the next round. */
  private async pack(name: string): Promise<void> {
    this.known.add(name);
    for (const ending of packFiles) {
      const isThere = await this.share('pack', name + ending);
      if (!isThere && ending === '.pack') return;
    }
    if (await this.share('pack', `${name}.idx`)) return;
    for (const ending of packFiles) await rm(join(this.to, 'pack', name + ending), { force: true });
  }

  /** The commit-graph: a list of files that are never changed. Whether it is there, and whole. */
  private async graph(): Promise<boolean> {
    const [inside, chain] = ['info/commit-graphs', 'commit-graph-chain'];
    const text = await readFile(join(this.from, inside, chain), 'latin1').catch(unlessAbsent);
    if (text === undefined) return false;
    await mkdir(join(this.to, inside));
    const graphs = text.split('\n').filter((line) => /^[0-9a-f]{40}$/.test(line));
    const names = [...graphs.map((hash) => `graph-${hash}.graph`), chain];
    let isWhole = true;
    for (const name of names) isWhole = (await this.share(inside, name)) && isWhole;
    const again = await readFile(join(this.to, inside, chain), 'latin1').catch(unlessAbsent);
    if (isWhole && again === text) return true;
    await rm(join(this.to, inside), { recursive: true });
    return false;
  }

  /** The index over all packs, if it is the one from before: then all packs that it names have been linked. */
  private async index(before: string): Promise<void> {
    const name = 'multi-pack-index';
    if (!(await this.share('pack', name))) return;
    if ((await this.indexStamp()) === before) {
      const hash = await lastBytes(join(this.to, 'pack', name), 20);
      for (const ending of ['.rev', '.bitmap']) await this.share('pack', `${name}-${hash}${ending}`);
    } else await rm(join(this.to, 'pack', name));
  }

  private async indexStamp(): Promise<string | undefined> {
    const found = await stat(join(this.from, 'pack/multi-pack-index')).catch(unlessAbsent);
    return found && `${found.ino}.${found.size}.${found.mtimeMs}`;
  }

  private share(inside: string, name: string): Promise<boolean> {
    if (this.signal.aborted) throw new VcsRefusal('unavailable', 'the fork took too long');
    return this.files.share(join(this.from, inside, name), join(this.to, inside, name));
  }
}

/** The end of a file, as hex digits. */
const lastBytes = async (path: string, count: number): Promise<string> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(count), 0, count, Math.max(0, size - count));
    return buffer.toString('hex');
  } finally {
    await file.close();
  }
};
