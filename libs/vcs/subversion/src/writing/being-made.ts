import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyFailure, isThere } from '@holdfast/vcs-spi/engine';
import { placeOf } from './transaction-props.js';

/**
 * The file by which a transaction is known that is worked on, in its directory, which goes when it is a revision. A
 * crash of the machine may take it, as it may take what Subversion has written to the transaction.
 */
const mark = 'holdfast-being-made';

/**
 * An open transaction is about to be made a revision, as was allowed. Where that is cut off in its midst, what is left
 * takes nothing any more: Subversion would write its end a second time, and the revision would be damaged for ever.
 */
export const beginMaking = async (directory: string, name: string): Promise<void> => {
  const place = placeOf(directory, name);
  if (place !== undefined) await writeFile(join(place, mark), '').catch(unlessGone);
};

/**
 * Marks of what one request changes; no other changes it meanwhile. What is cut off may leave a path that the list of
 * changes lacks: nobody would look at its name, and the revision would be damaged. So what has a mark when a request
 * begins can only be removed.
 */
export class ChangeMarks {
  private readonly names: string[] = [];
  private readonly set: string[] = [];

  constructor(private readonly directory: string) {}

  /** Whether there was none. @throws BodyFailure `refused` where it cannot be written */
  async begin(name: string): Promise<boolean> {
    const place = placeOf(this.directory, name);
    if (place === undefined) return true;
    const file = join(place, mark);
    try {
      await writeFile(file, '', { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        this.names.push(name);
        return false;
      }
      unlessGone(error as NodeJS.ErrnoException);
      return true;
    }
    this.names.push(name);
    this.set.push(file);
    return true;
  }

  /** Nobody knows what the server has done. Of a removal that was cut off the mark may be gone, and the rest there. */
  async stay(): Promise<void> {
    for (const name of this.names) await beginMaking(this.directory, name).catch(() => undefined);
  }

  /** The server has done it, or nothing of it. */
  async end(): Promise<void> {
    this.names.length = 0;
    for (const file of this.set.splice(0)) await unlink(file).catch(() => undefined);
  }
}

/** Whether it was to be made a revision before, or is what was left of a change. */
export const wasBeingMade = async (directory: string, name: string): Promise<boolean> => {
  const place = placeOf(directory, name);
  return place !== undefined && (await isThere(join(place, mark)));
};

const unlessGone = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'ENOENT') return;
  throw new BodyFailure(
    'refused',
    503,
    'the server could not write what it has to note of a commit, try again',
  );
};
