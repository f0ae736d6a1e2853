import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientPrograms } from '../system.js';
import { run, type Ended } from './program.js';

const { HOLDFAST_TEST_HG_CLIENT: another, HOLDFAST_TEST_HG: everywhere } = process.env;
/** Where pip has put it (`--target`): what setup has obtained, or another version that whoever runs the tests names. */
const modules = another ?? everywhere ?? join(clientPrograms, 'mercurial');
const environment = {
  PYTHONPATH: modules,
  HGRCPATH: '',
  HGPLAIN: '1',
  HGENCODING: 'UTF-8',
  LC_ALL: 'C.UTF-8',
};

/** Whether setup could obtain Mercurial; it says where it could not. */
export const hasHg = existsSync(modules);
export const describeHg = hasHg ? describe : describe.skip;

/** How the stock client is started that setup has obtained, with the Python that it was installed for. */
export const hgCommand = async (): Promise<{
  python: string;
  program: string;
  env: Record<string, string>;
}> => {
  const program = join(modules, 'bin/hg');
  const python = /^#!(\/\S+)/.exec(await readFile(program, 'utf8'))?.[1] ?? 'python3';
  return { python, program, env: environment };
};

/** Runs it. */
export const hg = (cwd: string, ...args: string[]): Promise<Ended> => hgUntil(undefined, cwd, ...args);

/** The same until it is killed by the signal, however long that takes. */
export const hgUntil = async (
  signal: AbortSignal | undefined,
  cwd: string,
  ...args: string[]
): Promise<Ended> => {
  const { python, program, env } = await hgCommand();
  return run(python, [program, ...args], { cwd, env, signal, timeout: signal && 0 });
};

/** The trimmed output of a command that must succeed. */
export const mustHg = async (cwd: string, ...args: string[]): Promise<string> => {
  const { status, output, stdout } = await hg(cwd, ...args);
  if (status !== 0) throw new Error(`hg ${args.join(' ')}: ${output}`);
  return stdout.trim();
};

/** A working copy of a person. */
export class HgCopy {
  constructor(readonly directory: string) {}

  static async make(directory: string): Promise<HgCopy> {
    await mkdir(directory, { recursive: true });
    await mustHg(directory, 'init');
    return new HgCopy(directory);
  }

  /** Another of the same, with all that it has by now. */
  async copied(directory: string): Promise<HgCopy> {
    await cp(this.directory, directory, { recursive: true, verbatimSymlinks: true });
    return new HgCopy(directory);
  }

  hg(...args: string[]): Promise<Ended> {
    return hg(this.directory, ...args);
  }

  must(...args: string[]): Promise<string> {
    return mustHg(this.directory, ...args);
  }

  /** Commits one file and answers the changeset's hash. */
  async commit(file: string, content: string): Promise<string> {
    await writeFile(join(this.directory, file), content);
    const words = ['-A', '-m', `Change ${file}`, '-u', 'Mia Miller <mia@example.org>'];
    // It tells the hash only so, and a second start of hg costs as much as the first.
    const told = await this.must('commit', '--debug', ...words);
    const [, made] = /^committed changeset \d+:([0-9a-f]{40})$/m.exec(told) ?? [];
    if (!made) throw new Error(`hg commit told no hash: ${told}`);
    return made;
  }
}
