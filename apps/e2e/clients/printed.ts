import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program with its words. */
export interface Call {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  input?: string | Buffer;
}

/** What a program prints, piece by piece, however long it takes; it must succeed. */
export async function* printing({ program, args, cwd, env, input }: Call): AsyncGenerator<Buffer> {
  const own = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: cwd };
  const child = spawn(program, args, { cwd, env: { ...own, ...env }, stdio: 'pipe' });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined);
  let complaint = '';
  child.stderr.on('data', (piece: Buffer) => (complaint = (complaint + piece.toString()).slice(-2_000)));
  child.stdin.on('error', () => undefined).end(input); // it may end without reading
  try {
    for await (const piece of child.stdout) yield piece as Buffer;
  } finally {
    child.stdout.destroy();
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${complaint}`);
}

/** All of it. */
export const printed = async (call: Call): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of printing(call)) pieces.push(piece);
  return Buffer.concat(pieces);
};
