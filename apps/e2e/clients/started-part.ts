import { spawn, type ChildProcess } from 'node:child_process';
import { commandOf, environmentOf, type Part } from './part.js';

/**
 * One more process of a part, started as the installation's own was but for the settings given. Resolves when it
 * serves. `name`: how it is called where it has ended before.
 */
export const startedPart = async (
  part: Part,
  name: string,
  settings: Record<string, string>,
): Promise<ChildProcess> => {
  const [program, ...args] = commandOf(part);
  const env = { ...environmentOf(part), ...settings };
  // A session of its own, as each part has: priorities count among the processes of one, and ours are full of clients.
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  let said = '';
  await new Promise<void>((done, failed) => {
    child.stdout.on('data', (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-2_000);
      if (said.includes('"serving"')) done();
    });
    child.once('exit', () => failed(new Error(`${name} has ended: ${said}`)));
  });
  return child;
};

export const endedPart = async (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
};
