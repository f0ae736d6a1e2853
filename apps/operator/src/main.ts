import { DomainError } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { UsageError } from './arguments.js';
import { commandOf } from './commands.js';
import { explain } from './explain.js';
import { readOperatorEnv } from './operator.env.js';

const fail = (message: string): never => {
  process.stderr.write(`holdfast: ${message}\n`);
  process.exit(1);
};

/** A broker that does not answer within this time is away: nobody wants a command that waits for ever. */
const patience = 10_000;

try {
  const command = commandOf(process.argv.slice(2));
  const env = readOperatorEnv();
  const timer = setTimeout(() => fail('the broker at NATS_URL does not answer'), patience);
  const rpc = await Rpc.connect(env.natsUrl, 'operator');
  clearTimeout(timer);
  process.stdout.write(await command(rpc, env));
  await rpc.close();
} catch (error) {
  if (error instanceof UsageError || error instanceof DomainError) fail(explain(error));
  fail(error instanceof Error ? error.message : String(error));
}
