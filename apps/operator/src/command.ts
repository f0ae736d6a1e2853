import type { CallContext } from '@holdfast/kernel';
import { ownContext, type Rpc } from '@holdfast/platform/rpc';
import { parseArguments, UsageError, type Arguments, type KnownOptions } from './arguments.js';
import type { OperatorEnv } from './operator.env.js';

/** The side of the broker that a command needs. */
export type Calls = Pick<Rpc, 'call'>;

/** A command line that was read and checked; answers what it prints. */
export type Run = (calls: Calls, env: OperatorEnv) => Promise<string>;

export interface Command {
  /** The whole line after `holdfast`. */
  usage: string;
  /** @throws UsageError */
  read(given: readonly string[]): Run;
}

/** Long enough for what waits for the database, short enough for people. */
export const patience = 60_000;

export const context = (): CallContext => ownContext('operator', patience);

/** Reads a command line with so many positional words and these options; `--json` is one of every command. */
export const command = <const Known extends KnownOptions>(
  usage: string,
  words: number,
  options: Known,
  make: (given: Arguments<Known & { json: 'flag' }>) => Run,
): Command => ({
  usage,
  read(given) {
    const parsed = parseArguments(given, { ...options, json: 'flag' as const });
    if (parsed.positionals.length !== words) throw new UsageError(`usage: holdfast ${usage}`);
    return make(parsed);
  },
});

export const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
