import { readBackupEnv, takeOwnBucketKey } from './backup.env.js';
import { readLine } from './commands/command-line.js';
import { commands } from './commands/commands.js';
import { letGo } from './target/target-lock.js';

/** As shells say it. The first process of a container hears no signal for which it has not asked. */
const statuses = { SIGTERM: 143, SIGINT: 130 } as const;
for (const [signal, status] of Object.entries(statuses))
  process.once(signal, () => void letGo().finally(() => process.exit(status)));

try {
  const [word = '', ...args] = process.argv.slice(2);
  if (!Object.hasOwn(commands, word))
    throw new Error(`usage: holdfast backup ${Object.keys(commands).join('|')} [--at PLACE] [--key FILE]`);
  takeOwnBucketKey();
  const { text, failed } = await commands[word](readLine(args, readBackupEnv()));
  process.stdout.write(text);
  if (failed) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`holdfast: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
