import type { Calls } from './command.js';
import { commandOf } from './commands.js';
import { readOperatorEnv } from './operator.env.js';

const env = readOperatorEnv({ NATS_URL: 'nats://127.0.0.1:4222' });

/** Runs a command line against services that answer from a list; an error there is what they refuse with. */
export const runAnswered = async (line: string, ...answers: unknown[]) => {
  const asked: unknown[] = [];
  const told: string[] = [];
  const calls: Calls = {
    call: <T>(subject: string, _: unknown, input: unknown) => {
      asked.push([subject, input]);
      const given = answers.shift();
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given as T);
    },
  };
  const printed = await commandOf(line.split(' '))(calls, env, (each) => void told.push(each));
  return { printed, asked, told };
};
