import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { home } from '../system.js';
import { pidOf } from './part.js';

/** What the system says of a process; '' where it has ended. */
export const readProcess = (pid: string, file: string): string => {
  try {
    return readFileSync(join('/proc', pid, file), 'utf8');
  } catch {
    return '';
  }
};

const parentOf = (pid: string): number =>
  Number(
    readProcess(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')[1],
  );

const all = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** The program that runs the engines, a child of the repository service. */
export const byteProcess = (): number => {
  const parent = pidOf('repository');
  const found = all().find(
    (pid) => parentOf(pid) === parent && readProcess(pid, 'cmdline').includes('byte-process'),
  );
  if (!found) throw new Error('the byte process does not run');
  return Number(found);
};

/** Programs that the engines of this installation have started, by what stands in their command lines. */
export const enginePrograms = (words: RegExp): number[] =>
  all()
    .filter((pid) => words.test(readProcess(pid, 'cmdline').replaceAll('\0', ' ')))
    .filter((pid) => `\0${readProcess(pid, 'environ')}`.includes(`\0HOLDFAST_ENGINE=${home}/`))
    .map(Number);
