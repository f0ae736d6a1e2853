import { randomUUID } from 'node:crypto';
import type { BackupTarget } from './backup-target.js';
import { isDead, thisProcess, type ProcessMark } from './process-mark.js';

const name = 'lock';

/** How what is held is let go of. */
let held: (() => Promise<void>) | undefined;

/** For who is told to end: nobody has to find out that he is dead. */
export const letGo = async (): Promise<void> => held?.();

/** Who works at a target. */
interface Holder extends ProcessMark {
  token: string;
  /** The database in which he holds that nobody else makes a backup of it; absent: in none. */
  database?: string;
  /** ISO. */
  since: string;
}

const read = (text: Buffer): Holder => JSON.parse(text.toString()) as Holder;

/**
 * Does work that adds to a target or removes from it, while nobody else does: what one takes for stored another might
 * remove. Of a process of this machine that was killed nothing stays, nor of any that held the same as we in the same
 * database: it would not be ours. `database`: in which we hold that nobody else makes a backup of it.
 * @throws Error that names who is at work there
 */
export const alone = async <T>(
  target: BackupTarget,
  work: () => Promise<T>,
  database?: string,
): Promise<T> => {
  const own: Holder = {
    ...{ token: randomUUID(), ...thisProcess(), ...(database !== undefined && { database }) },
    since: new Date().toISOString(),
  };
  const before = await target.get(name);
  if (before && hasEnded(read(before), database)) await target.remove(name);
  await target.put(name, Buffer.from(JSON.stringify(own)));
  const found = await target.get(name);
  if (!found) throw new Error('the place of the backups has lost its lock');
  const { token, host, pid, since } = read(found);
  if (token !== own.token)
    throw new Error(
      `another command is at work there since ${since} (${host}, pid ${pid}); if it is dead: holdfast backup unlock`,
    );
  held = () => removeOwn(target, own);
  try {
    return await work();
  } finally {
    held = undefined;
    await removeOwn(target, own);
  }
};

/** It may be another's by now, who took its holder for dead. */
const removeOwn = async (target: BackupTarget, { token }: Holder): Promise<void> => {
  const found = await target.get(name);
  if (found && read(found).token === token) await target.remove(name);
};

const hasEnded = (holder: Holder, database: string | undefined): boolean =>
  isDead(holder) || (database !== undefined && holder.database === database);

/** For an operator who knows that the holder is dead. */
export const unlock = (target: BackupTarget): Promise<void> => target.remove(name);
