import { createHash } from 'node:crypto';
import type { GitProcesses } from '../process/git-processes.js';
import { readHead } from '../refs/ref-files.js';

/** What HEAD says, and a digest of all refs; git looks for the object of each. */
export const refSummary = async (processes: GitProcesses, directory: string): Promise<string> => {
  const command = { command: 'show-ref' as const, directory };
  const { stdout, stderr, ...child } = streamsOf(processes.start(command, ['ignore', 'pipe', 'pipe']));
  const digest = createHash('sha256');
  let complaint = '';
  stdout.on('data', (piece: Buffer) => digest.update(piece));
  stderr.setEncoding('latin1').on('data', (text: string) => (complaint += text.slice(0, 500)));
  const code = await child.ended;
  // It ends with 1 where there are no refs.
  if ((code !== 0 && code !== 1) || complaint !== '')
    throw new Error(`the refs of a repository cannot be read: ${complaint}`);
  return `${readHead(directory) ?? ''} ${digest.digest('hex')}`;
};

const streamsOf = (child: ReturnType<GitProcesses['start']>) => {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('git has no output');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { stdout, stderr, ended };
};
