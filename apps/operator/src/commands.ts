import type { Rpc } from '@holdfast/platform/rpc';
import { UsageError } from './arguments.js';
import { createCompany } from './company-create.command.js';
import type { OperatorEnv } from './operator.env.js';

/** A command line that was read and checked; answers what it prints. */
export type Command = (rpc: Rpc, env: OperatorEnv) => Promise<string>;

/** Every command by its words. */
const commands: Readonly<Record<string, { usage: string; read: (given: string[]) => Command }>> = {
  'company create': createCompany,
};

export const usage = (): string =>
  ['usage:', ...Object.values(commands).map((each) => `  holdfast ${each.usage}`)].join('\n');

/** @throws UsageError */
export const commandOf = (given: string[]): Command => {
  const [noun = '', verb = ''] = given;
  const words = Object.hasOwn(commands, `${noun} ${verb}`) ? 2 : 1;
  const name = given.slice(0, words).join(' ');
  if (['help', '--help', '-h'].includes(noun)) return () => Promise.resolve(`${usage()}\n`);
  if (!Object.hasOwn(commands, name))
    throw new UsageError(`unknown command "${given.join(' ')}"\n${usage()}`);
  return commands[name].read(given.slice(words));
};
