import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { home } from '../system.js';

/** Parts of an installation that its supervisor starts again. */
export type Part = 'gateway' | 'identity' | 'repository' | 'artifact' | 'nats' | 'postgres';

export const pidOf = (part: Part): number =>
  (JSON.parse(readFileSync(join(home, 'run', `${part}.pid`), 'utf8')) as { pid: number }).pid;

const listOf = (part: Part, file: 'environ' | 'cmdline'): string[] =>
  readFileSync(`/proc/${pidOf(part)}/${file}`, 'utf8')
    .split('\0')
    .filter(Boolean);

/** The environment that a part was started with, but for the channel to its supervisor. */
export const environmentOf = (part: Part): Record<string, string> =>
  Object.fromEntries(
    listOf(part, 'environ')
      .filter((line) => !line.startsWith('NODE_CHANNEL_'))
      .map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );

/** The program that a part runs, and its arguments. */
export const commandOf = (part: Part): string[] => listOf(part, 'cmdline');
