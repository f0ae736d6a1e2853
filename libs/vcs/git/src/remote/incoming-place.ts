import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '@holdfast/kernel';
import { directorySize, VcsRefusal, type StorageGate } from '@holdfast/vcs-spi';
import { makeRepository, type RepositoryTemplate } from '../making/new-repository.js';
import { unlessAbsent } from '../refs/absence.js';
import { removeStaleFiles } from '../upkeep/stale-files.js';
import { Quarantine } from '../writing/quarantine.js';
import { tellEvents } from './told-events.js';

/** As git says it: a program is started that takes a pack, and it is told to look into the objects. */
const takesPack = /"event":"child_start".*"index-pack"/;
const checks = /"--(?:strict|fsck-objects)(?:=[^"]*)?"/;

const mark = 'remote';
const markOf = (remote: string): string => createHash('sha256').update(remote).digest('hex');

/**
 * Where what comes from a remote lies until it is published: a repository inside that for which it is, with refs and
 * objects of its own, which sees the objects of the other.
 *
 *     <directory>/incoming/
 *       HEAD config refs/
 *       objects/{info/alternates,pack}
 *       events              which programs git has started
 *       remote              of which remote it is, in words that tell nothing
 */
export class IncomingPlace {
  readonly path: string;
  readonly quarantine: Quarantine;
  /** Where git writes down what it starts, of one attempt after the other. */
  readonly events: string;

  /** `storage`: it hears where the repository has become smaller. */
  constructor(
    private readonly directory: string,
    private readonly storage?: Pick<StorageGate, 'wrote'>,
  ) {
    this.path = join(directory, 'incoming');
    this.events = join(this.path, 'events');
    this.quarantine = Quarantine.at(directory, join(this.path, 'objects'));
  }

  /** Removes what lies there, unless it is of an attempt with the same remote. `remote`: what it is called. */
  async keepOnly(remote: string): Promise<void> {
    const there = await readFile(join(this.path, mark), 'utf8').catch(unlessAbsent);
    if (there !== markOf(remote)) await this.remove();
  }

  /** What an attempt with the same remote that was cut off has brought whole is used again. */
  async prepare({ config }: Pick<RepositoryTemplate, 'config'>, remote: string): Promise<void> {
    await this.keepOnly(remote);
    await makeRepository(this.path, { head: 'main', config }).catch((error: unknown) => {
      if (!(error instanceof VcsRefusal) || error.code !== 'directory_in_use') throw error;
    });
    await writeFile(join(this.path, mark), markOf(remote));
    await mkdir(join(this.path, 'objects/info'), { recursive: true });
    await writeFile(join(this.path, 'objects/info/alternates'), '../../objects\n');
    await this.clear();
  }

  /** Half a pack is of no use, and a lock of a killed program keeps the next one out. */
  async clear(): Promise<void> {
    await removeStaleFiles(this.path, Infinity);
    const packs = join(this.path, 'objects/pack');
    for (const name of (await readdir(packs).catch(unlessAbsent)) ?? [])
      if (name.endsWith('.keep')) await rm(join(packs, name));
  }

  /**
   * Whether git has looked into all objects that came, as it is told to. Of a remote that hands out plain files it does
   * not: it takes packs as they are, and single objects, which are no part of what becomes the repository's.
   */
  async isChecked(): Promise<boolean> {
    if (await this.hasSingles()) return false;
    if ((await this.packs()).length === 0) return true;
    let [taken, unchecked] = [0, 0];
    await tellEvents(this.events, (line) => {
      if (!takesPack.test(line)) return;
      taken += 1;
      if (!checks.test(line)) unchecked += 1;
    });
    return taken > 0 && unchecked === 0;
  }

  /** Whether there are objects in no pack. */
  async hasSingles(): Promise<boolean> {
    return (await readdir(join(this.path, 'objects'))).some((name) => /^[0-9a-f]{2}$/.test(name));
  }

  /** The paths of the packs that came. */
  async packs(): Promise<string[]> {
    const directory = join(this.path, 'objects/pack');
    const names = (await readdir(directory)).filter((name) => name.endsWith('.pack'));
    return names.map((name) => join(directory, name));
  }

  /** From now on its objects are those that came. */
  async detach(): Promise<void> {
    await rm(join(this.path, 'objects/info/alternates'));
  }

  size(): Promise<number> {
    return directorySize(this.path);
  }

  async remove(): Promise<void> {
    if (await removeTree(this.path)) this.storage?.wrote(this.directory);
  }
}
