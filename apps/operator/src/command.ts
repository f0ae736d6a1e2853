import type { CallContext } from '@holdfast/kernel';
import { ownContext, type Rpc } from '@holdfast/platform/rpc';
import { parseArguments, UsageError, type Arguments, type KnownOptions } from './arguments.js';
import type { OperatorEnv } from './operator.env.js';

/** The side of the broker that a command needs. */
export type Calls = Pick<Rpc, 'call'>;

/** What a command prints whose end says that something is wrong. */
export interface Alarm {
  alarm: string;
}

/** A command line that was read and checked; answers what it prints. `tell` is for what it says meanwhile. */
export type Run = (calls: Calls, env: OperatorEnv, tell?: (line: string) => void) => Promise<string | Alarm>;

export interface Command {
  /** The whole line after `holdfast`. */
  usage: string;
  /** @throws UsageError */
  read(given: readonly string[]): Run;
}

/** Long enough for what waits for the database, short enough for people. */
export const patience = 60_000;

export const context = (): CallContext => ownContext('operator', patience);

/**
 * Reads a command line with so many positional words (or one of several numbers) and these options; `--json` is one of
 * every command.
 */
export const command = <const Known extends KnownOptions>(
  usage: string,
  words: number | readonly number[],
  options: Known,
  make: (given: Arguments<Known & { json: 'flag' }>) => Run,
): Command => ({
  usage,
  read(given) {
    const parsed = parseArguments(given, { ...options, json: 'flag' as const });
    if (![words].flat().includes(parsed.positionals.length)) throw new UsageError(`usage: holdfast ${usage}`);
    return make(parsed);
  },
});

/** What JSON does not escape itself a terminal would do. */
const told = (one: string): string => `\\u00${one.charCodeAt(0).toString(16)}`;

export const json = (value: unknown): string => `${JSON.stringify(value).replace(/[\x7f-\x9f]/g, told)}\n`;
