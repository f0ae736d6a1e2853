import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { VcsRefusal, type DiskGate, type Reading } from '@holdfast/vcs-spi';
import { gitTraits } from '../git.traits.js';
import { makeRepository, type RepositoryTemplate } from '../making/new-repository.js';
import type { GitProcesses } from '../process/git-processes.js';
import { isAbsence } from '../refs/absence.js';
import { readHead } from '../refs/ref-files.js';
import { bringFork } from './fork-disk.js';
import { linkLargeFiles } from './large-file-links.js';
import { ObjectLinks } from './object-links.js';
import { SharedFiles } from './shared-files.js';

/** A repository that is to become another one. Both are absolute paths. */
export interface Forking {
  source: string;
  directory: string;
  reading: Reading;
}

/** So git begins a file of refs that are in order, each with what it leads to. */
const packedRefsHead = '# pack-refs with: peeled fully-peeled sorted \n';
const shown = ['--heads', '--tags'];

/**
 * Makes repositories out of others. Their packs get a second name on the disk, which costs nothing, and from then on
 * neither knows of the other: there is no common store through which one could read what the other gets.
 */
export class Forks {
  constructor(
    private readonly processes: GitProcesses,
    private readonly template: () => Promise<RepositoryTemplate>,
    private readonly disk: DiskGate | undefined,
  ) {}

  /** @throws VcsRefusal `not_found`, `directory_in_use`, `no_room`, `contended`, `unavailable` */
  async make({ source, directory, reading }: Forking): Promise<void> {
    const signal = AbortSignal.timeout(Math.max(0, reading.deadline - Date.now()));
    try {
      const head = readHead(source) ?? gitTraits.defaultReference;
      const { config } = await this.template();
      await makeRepository(directory, {
        ...{ head, config },
        fill: (fresh) => this.fill(source, fresh, signal),
        bring: (fresh) => bringFork(fresh, signal, () => this.processes.syncDisk(fresh)),
      });
    } catch (error) {
      if (signal.aborted) throw new VcsRefusal('unavailable', 'the fork took too long');
      if (!isAbsence(error)) throw error;
      throw existsSync(source)
        ? new VcsRefusal('unavailable', 'the fork was disturbed: try again')
        : new VcsRefusal('not_found', 'there is no repository');
    }
  }

  /** The refs first: all that they lead to is there by then, and stays. */
  private async fill(source: string, fresh: string, signal: AbortSignal): Promise<void> {
    await this.copyRefs(source, fresh, signal);
    const files = new SharedFiles(this.disk);
    await new ObjectLinks(join(source, 'objects'), join(fresh, 'objects'), files, signal).make();
    await linkLargeFiles(source, fresh, files, signal);
    await this.lookAt(fresh, signal);
  }

  /** Branches and tags, and no other refs. git looks for the object of each. */
  private async copyRefs(source: string, fresh: string, signal: AbortSignal): Promise<void> {
    const child = this.processes.start(
      { command: 'show-ref', directory: source, flags: [...shown, '--dereference'] },
      ['ignore', 'pipe', 'pipe'],
      { signal },
    );
    const { stdout, stderr } = child;
    if (!stdout || !stderr) throw new Error('git has no output');
    let complaint = '';
    stderr
      .setEncoding('latin1')
      .on('data', (text: string) => (complaint = (complaint + text).slice(0, 1000)));
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    const lines = createInterface({ input: stdout.setEncoding('latin1') });
    const file = createWriteStream(join(fresh, 'packed-refs'), { encoding: 'latin1', mode: 0o644 });
    await pipeline(packedRefs(lines), file, { signal });
    mustBeWhole(await ended, complaint);
  }

  /** @throws Error where something that a ref leads to is not there: such a repository is not made */
  private async lookAt(fresh: string, signal: AbortSignal): Promise<void> {
    const command = { command: 'show-ref' as const, directory: fresh, flags: shown };
    const { code, stderr } = await this.processes.run(command, { signal });
    mustBeWhole(code, stderr);
  }
}

/** What git shows of refs, as the lines of the file in which it keeps many. */
async function* packedRefs(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield packedRefsHead;
  for await (const line of lines) {
    const [id, name] = [line.slice(0, 40), line.slice(41)];
    yield name.endsWith('^{}') ? `^${id}\n` : `${line}\n`;
  }
}

/** git ends with 1 where there are no refs, and leaves out what is damaged with no more than a line of complaint. */
const mustBeWhole = (code: number | null, complaint: string): void => {
  if ((code === 0 || code === 1) && complaint === '') return;
  throw new Error(`the refs of a repository cannot be read: ${complaint.slice(0, 500)}`);
};
