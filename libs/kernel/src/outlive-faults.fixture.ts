import { execFileSync } from 'node:child_process';

const program = `
import { outliveFaults } from '@holdfast/kernel';
outliveFaults(({ message }) => console.log(message));
setTimeout(() => { throw new Error('in a callback'); }, 1);
setTimeout(() => void Promise.reject(new Error('in a promise')), 20);
setTimeout(() => console.log('goes on'), 40);
`;

/** The lines that a process writes in which something is thrown, as it is built. */
export const faultyProcess = (): string[] =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    .trim()
    .split('\n');
