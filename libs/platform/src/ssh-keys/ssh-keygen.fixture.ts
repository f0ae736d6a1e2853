import { execFileSync } from 'node:child_process';

/** Runs ssh-keygen in a directory; answers what it prints. */
export const keygenIn = (directory: string, args: readonly string[], input?: Buffer): string =>
  execFileSync('ssh-keygen', args, { cwd: directory, input, stdio: 'pipe' }).toString();
