import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { GitProcesses } from '../process/git-processes.js';
import { isText, whole } from './pushed-sizes.js';
import { timeToRead, type SlowLook } from './slow-objects.js';
import { questions, tellObjects } from './told-objects.js';

/** git is asked about so many at a time whether they are there. */
const atOnce = 4_096;
const format = '%(objecttype) %(deltabase) %(objectname)';

/**
 * How long git would take to read, from a push, the commits and tags that were there before it, beyond what honest ones
 * take (ms of the processor); where it is more than `work` it was ended. A push may hold them as the last of many
 * differences, and from then on git may read them there: references of others name them. `objects`: the directory that
 * holds the objects of the push.
 * @throws Error when git does not read them, or not in time
 */
export const timeToReadAnew = (
  processes: GitProcesses,
  objects: string,
  { directory, timeout, work }: SlowLook,
): Promise<number> => {
  const look = { directory, environment: { GIT_OBJECT_DIRECTORY: objects }, timeout, work };
  return timeToRead(processes, thereBefore(processes, look), look);
};

/** The ids of commits and tags that the push has as differences from others, and that are there without it. */
async function* thereBefore(
  processes: GitProcesses,
  { directory, environment, timeout }: SlowLook,
): AsyncGenerator<string> {
  const until = Date.now() + timeout;
  let some: string[] = [];
  for await (const id of differences(processes, { directory, environment, timeout })) {
    if (some.push(id) < atOnce) continue;
    yield* await present(processes, directory, some, until - Date.now());
    some = [];
  }
  if (some.length > 0) yield* await present(processes, directory, some, until - Date.now());
}

async function* differences(
  processes: GitProcesses,
  { directory, environment, timeout }: Omit<SlowLook, 'work'>,
): AsyncGenerator<string> {
  const flags = ['--batch-all-objects', `--batch-check=${format}`, '--buffer', '--unordered'];
  const child = processes.start({ command: 'cat-file', directory, flags }, ['ignore', 'pipe', 'ignore'], {
    environment,
    yielding: true,
  });
  const closed = once(child, 'close');
  closed.catch(() => undefined); // it is awaited below
  const timer = setTimeout(() => processes.end(child), timeout);
  try {
    if (child.stdout)
      for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
        const [type, base, id] = line.split(' ');
        if (isText(type) && base !== whole) yield id;
      }
    const [code] = (await closed) as [number | null];
    if (code !== 0) throw new Error('git did not tell about all objects');
  } finally {
    clearTimeout(timer);
    processes.end(child);
  }
}

const present = async (
  processes: GitProcesses,
  directory: string,
  ids: readonly string[],
  timeout: number,
): Promise<string[]> => {
  const found: string[] = [];
  await tellObjects(
    processes,
    { directory, flags: ['--batch-check=%(objectname)', '--buffer'] },
    { environment: {}, timeout, input: questions(ids) },
    (line) => line.endsWith(' missing') || found.push(line),
  );
  return found;
};
