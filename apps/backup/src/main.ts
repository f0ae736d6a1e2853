import { readBackupEnv } from './backup.env.js';
import { readLine } from './commands/command-line.js';
import { commands } from './commands/commands.js';

try {
  const [word = '', ...args] = process.argv.slice(2);
  if (!Object.hasOwn(commands, word))
    throw new Error(
      `usage: holdfast backup ${Object.keys(commands).join('|')} [--at DIRECTORY] [--key FILE]`,
    );
  const { text, failed } = await commands[word](readLine(args, readBackupEnv()));
  process.stdout.write(text);
  if (failed) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`holdfast: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
