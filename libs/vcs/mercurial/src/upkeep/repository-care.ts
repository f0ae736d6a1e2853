import { VcsRefusal, type Faults, type LongWork } from '@holdfast/vcs-spi';
import { eachLine, FaultLines, type ChildProcesses } from '@holdfast/vcs-spi/engine';
import { eachSaid } from '../program/each-said.js';
import type { EnginePlace } from '../worker/engine-place.js';

/** A line of our program. */
interface Said {
  fault?: string;
  doing?: string;
  percent?: number;
  done?: boolean;
  broken?: boolean;
  missing?: boolean;
  large?: boolean;
}

/**
 * Looks after repositories, each time by a program of its own, which gives way to others as long as it holds no lock.
 */
export class RepositoryCare {
  constructor(
    private readonly children: ChildProcesses,
    private readonly place: EnginePlace,
  ) {}

  async verify(directory: string, work: LongWork): Promise<Faults> {
    const faults = new FaultLines(directory);
    const { broken } = await this.run('verify', directory, work, faults);
    if (broken === true && faults.all.count === 0) faults.add('Mercurial found it damaged');
    return faults.all;
  }

  async maintain(directory: string, work: LongWork): Promise<void> {
    await this.run('maintain', directory, work, new FaultLines(directory));
  }

  private async run(
    deed: 'verify' | 'maintain',
    directory: string,
    { signal, tell }: LongWork,
    faults: FaultLines,
  ): Promise<Said> {
    const call = await this.place.call('hf_care', deed, directory);
    const child = this.children.start(call, ['ignore', 'pipe', 'pipe'], { signal, yielding: true });
    let end: Said = {};
    let complaint = '';
    if (child.stdout)
      eachSaid<Said>(child.stdout, (said) => {
        const { fault, doing, percent } = said;
        if (fault !== undefined) faults.add(fault);
        if (doing !== undefined) tell({ doing, ...(percent === undefined ? {} : { percent }) });
        end = { ...end, ...said };
      });
    if (child.stderr) eachLine(child.stderr, (line) => (complaint = line));
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject).once('close', () => resolve());
    });
    signal.throwIfAborted();
    if (end.missing === true) throw new VcsRefusal('not_found', 'there is no such repository');
    if (end.large === true) throw new VcsRefusal('too_large', 'Mercurial had too little memory for it');
    if (end.done !== true)
      throw new VcsRefusal('unavailable', `Mercurial did not come to an end: ${complaint}`);
    return end;
  }
}
