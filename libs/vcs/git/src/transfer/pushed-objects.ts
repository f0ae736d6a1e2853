import { refusal, type Refusal, type RefUpdate } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from './conversation.js';

/**
 * The updates of a push of several that git would refuse for their objects, and take the rest: those of objects
 * that are not there, and branches at something that is no commit. `environment` shows the objects of the push.
 * @throws when git does not say.
 */
export async function unwritable(
  processes: GitProcesses,
  directory: string,
  updates: readonly RefUpdate[],
  environment: Record<string, string>,
  timeout: number,
): Promise<Refusal[]> {
  const written = updates.filter((update) => update.new !== undefined);
  if (updates.length < 2 || written.length === 0) return [];
  const { code, stdout } = await processes.run(
    { command: 'cat-file', directory, flags: ['--batch-check=%(objecttype)', '--buffer'] },
    { environment, timeout, input: written.map((update) => `${update.new}\n`).join('') },
  );
  const types = stdout.split('\n');
  if (code !== 0 || types.length !== written.length + 1) throw new Error('git did not look at all objects');
  return written.flatMap((update, at) => {
    if (types[at].endsWith(' missing')) return [refusal(update, 'no_object')];
    return update.sort === 'branch' && types[at] !== 'commit' ? [refusal(update, 'no_commit')] : [];
  });
}

/**
 * How many bytes the objects of a push are, unpacked: git reads it off their headers. `objects` is the directory that
 * holds them and no others.
 * @throws when git does not say.
 */
export async function unpackedSize(
  processes: GitProcesses,
  directory: string,
  objects: string,
  timeout: number,
): Promise<number> {
  const child = processes.start(
    {
      command: 'cat-file',
      directory,
      flags: ['--batch-all-objects', '--batch-check=%(objectsize)', '--buffer', '--unordered'],
    },
    ['ignore', 'pipe', 'ignore'],
    { environment: { GIT_OBJECT_DIRECTORY: objects }, yielding: true },
  );
  const timer = setTimeout(() => processes.end(child), timeout);
  let sum = 0;
  let digits = '';
  child.stdout?.setEncoding('latin1').on('data', (text: string) => {
    const lines = (digits + text).split('\n');
    digits = lines.pop() ?? '';
    for (const line of lines) sum += Number(line);
  });
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const { code } = await exitOf(child);
  await closed;
  clearTimeout(timer);
  if (code !== 0) throw new Error('git did not tell the sizes of all objects');
  return sum;
}
