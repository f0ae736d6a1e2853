import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from '../process/exit-of.js';
import { complaintOf } from '../transfer/conversation.js';
import type { NewObject } from './new-objects.js';
import { packOf } from './pack-stream.js';
import type { Quarantine } from './quarantine.js';

/** From so many objects on they stay in a pack, as those of a push do. */
const manyObjects = 100;
/** What has so many bytes takes its time, and lets others go first. */
const manyBytes = 1 << 20;

/** What git finds wrong with an object. */
const complaint = /^error: object [0-9a-f]{40}: (\w+)/m;

/**
 * Has git write objects into a quarantine; it looks at each as it does at those of a push. Answers what it does not
 * take, in its own word: undefined where nothing is wrong.
 * @throws VcsRefusal `unavailable` where it could not write them
 */
export const writeObjects = async (
  processes: GitProcesses,
  directory: string,
  { environment }: Pick<Quarantine, 'environment'>,
  objects: readonly NewObject[],
  signal: AbortSignal,
): Promise<string | undefined> => {
  const many = objects.length >= manyObjects;
  const bytes = objects.reduce((sum, { contents }) => sum + contents.length, 0);
  const child = processes.start(
    many
      ? { command: 'index-pack', directory, flags: ['--stdin', '--strict'] }
      : { command: 'unpack-objects', directory, flags: ['-q', '--strict'] },
    ['pipe', 'ignore', 'pipe'],
    { environment, signal, yielding: bytes > manyBytes },
  );
  const told = complaintOf(child);
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const ended = exitOf(child);
  // git may end before it has read everything: its exit says why. Where the contents cannot be read it is ended.
  const sent = child.stdin
    ? pipeline(Readable.from(packOf(objects, many ? packed : asIs)), child.stdin).catch(() =>
        processes.end(child),
      )
    : undefined;
  const [{ code }] = await Promise.all([ended, closed, sent]);
  if (code === 0) return undefined;
  const wrong = complaint.exec(told())?.[1];
  if (wrong === undefined) throw new VcsRefusal('unavailable', told() || 'the objects could not be written');
  return wrong;
};

/** For a pack that stays, and for one that git takes apart at once. */
const packed = 6;
const asIs = 0;
