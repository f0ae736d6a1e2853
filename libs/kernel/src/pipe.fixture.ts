import { execFileSync } from 'node:child_process';

/** Makes a pipe that has a name. */
export const makePipe = (path: string): void => void execFileSync('mkfifo', [path]);
