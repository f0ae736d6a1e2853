import { Rpc } from '@holdfast/platform/rpc';
import { commandOf, isHelp, usage } from './commands.js';
import { explain } from './explain.js';
import { readOperatorEnv } from './operator.env.js';
import { plain } from './table.js';

/** Companies have written some of it; the lines are ours. */
const shown = (text: string): string => text.split('\n').map(plain).join('\n');

const fail = (message: string): never => {
  process.stderr.write(`holdfast: ${shown(message)}\n`);
  process.exit(1);
};

/** A broker that does not answer within this time is away: nobody wants a command that waits for ever. */
const connectWithin = 10_000;

const execute = async (given: readonly string[]): Promise<void> => {
  const run = commandOf(given);
  const env = readOperatorEnv();
  const timer = setTimeout(() => fail('the broker at NATS_URL does not answer'), connectWithin);
  const rpc = await Rpc.connect(env.natsUrl, 'operator', env.credentials, env.brokerTls);
  clearTimeout(timer);
  const printed = await run(rpc, env, (line) => void process.stderr.write(`${shown(line)}\n`));
  process.stdout.write(shown(typeof printed === 'string' ? printed : printed.alarm));
  if (typeof printed !== 'string') process.exitCode = 1;
  await rpc.close();
};

try {
  const given = process.argv.slice(2);
  if (isHelp(given)) process.stdout.write(`${usage()}\n`);
  else await execute(given);
} catch (error) {
  fail(explain(error));
}
