import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eachLine, type FaultLines } from '@holdfast/vcs-spi/engine';
import type { ProgramStarter } from '../process/git-processes.js';
import { objectsIn } from '../lfs/large-file-places.js';

/** Looks whether each large file has the contents by which it is called: a program of its own reads them. */
export const checkLargeFiles = async (
  programs: ProgramStarter,
  directory: string,
  signal: AbortSignal,
  faults: FaultLines,
): Promise<void> => {
  const top = objectsIn(directory);
  const outer = await shardsIn(top);
  if (outer.length === 0) return;
  const child = programs.startOther('sha256sum', ['--check', '--quiet', '-'], { signal, background: true });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', () => resolve());
  });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('a program without its streams');
  eachLine(stdout, (line) => faults.add(line));
  // That some were wrong stands there once more.
  eachLine(stderr, (line) => {
    if (!/WARNING/.test(line)) faults.add(line);
  });
  stdin.on('error', () => undefined);
  for (const one of outer)
    for (const other of await shardsIn(join(top, one)))
      for (const oid of await filesIn(join(top, one, other))) {
        if (stdin.destroyed) break;
        if (!stdin.write(`${oid}  ${join(top, one, other, oid)}\n`))
          await Promise.race([ended, new Promise((resolve) => stdin.once('drain', resolve))]);
      }
  stdin.end();
  await ended;
};

const namesIn = (place: string): Promise<string[]> => readdir(place).catch(() => []);

const shardsIn = async (place: string): Promise<string[]> =>
  (await namesIn(place)).filter((name) => /^[0-9a-f]{2}$/.test(name));

const filesIn = async (place: string): Promise<string[]> =>
  (await namesIn(place)).filter((name) => /^[0-9a-f]{64}$/.test(name));
