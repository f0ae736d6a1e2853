import { randomUUID } from 'node:crypto';
import { closeSync, fdatasync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { isAbsence } from '../refs/absence.js';
import { isCollisionAttack } from './collision-attack.js';
import type { HeldObjects } from './held-objects.js';
import { looseBytes } from './loose-bytes.js';
import { hashedText, type NewObject } from './new-objects.js';
import { besideObjects } from './quarantine.js';

/** Brings what an open file holds to the disk. */
type Sync = (file: number) => Promise<void>;

const synced: Sync = promisify(fdatasync);

/** An object that is to lie by itself; both paths are absolute. */
interface LooseFile {
  /** Where it lies until it becomes part of the repository. */
  beside: string;
  place: string;
  bytes: Buffer;
}

/**
 * Few and small objects, each in a file of its own beside its place. They are brought to the disk while it is decided
 * about them: nobody waits for that before they are to become part of the repository.
 */
export class FewObjects implements HeldObjects {
  readonly bytes: number;
  private readonly writes: readonly Promise<void>[];
  private isPart = false;

  private constructor(
    private readonly files: readonly LooseFile[],
    sync: Sync,
  ) {
    this.bytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.writes = files.map((file) => write(file, sync));
    // Whoever makes them part of the repository hears of a failure; perhaps nobody does.
    for (const each of this.writes) each.catch(() => undefined);
  }

  /** `objects`: each after those that it names. Undefined where git would not hash one of them. The rest: for tests. */
  static async of(
    directory: string,
    objects: readonly NewObject[],
    {
      isAttack = isCollisionAttack,
      sync = synced,
    }: { isAttack?: typeof isCollisionAttack; sync?: Sync } = {},
  ): Promise<FewObjects | undefined> {
    const inside = join(directory, 'objects');
    const files: LooseFile[] = [];
    for (const object of objects) {
      const text = hashedText(object);
      if (await isAttack(text)) return undefined;
      files.push({
        beside: join(inside, besideObjects + randomUUID()),
        place: join(inside, object.id.slice(0, 2), object.id.slice(2)),
        bytes: looseBytes(text),
      });
    }
    return new FewObjects(files, sync);
  }

  /** @throws VcsRefusal `unavailable` where they could not be written */
  async migrate(): Promise<void> {
    try {
      await Promise.all(this.writes);
      this.files.forEach(move);
    } catch (error) {
      throw new VcsRefusal('unavailable', `objects could not be written: ${(error as Error).message}`);
    }
    this.isPart = true;
  }

  async remove(): Promise<void> {
    if (this.isPart) return;
    await Promise.allSettled(this.writes);
    for (const { beside } of this.files)
      try {
        rmSync(beside, { force: true });
      } catch {
        // It goes with what killed writers have left.
      }
  }
}

/**
 * What it holds is on the disk when this resolves. But for that, all is done at once, here and where it is moved: to
 * hand a file of some hundred bytes to another thread takes ten times as long.
 */
const write = async ({ beside, bytes }: LooseFile, sync: Sync): Promise<void> => {
  const file = openSync(beside, 'wx', 0o444);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    await sync(file);
  } finally {
    closeSync(file);
  }
};

/** Over what is there already, which is the same. */
const move = ({ beside, place }: LooseFile): void => {
  try {
    renameSync(beside, place);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    mkdirSync(dirname(place), { recursive: true });
    renameSync(beside, place);
  }
};
