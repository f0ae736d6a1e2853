import { execFileSync } from 'node:child_process';

/** Runs a program in a directory; answers what it prints, without the line end behind it. */
export const runIn = (directory: string, [program, ...args]: readonly string[], input?: string): string =>
  execFileSync(program, args, { cwd: directory, input, stdio: 'pipe' }).toString().trim();
