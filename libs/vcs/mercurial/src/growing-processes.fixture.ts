import { readFile, writeFile } from 'node:fs/promises';
import type { MercurialWorld } from './mercurial-world.fixture.js';

/** Watches the memory of the processes that run now: ask while no other is there, and they run still. */
export class GrowingProcesses {
  private before: number[] = [];

  private constructor(private readonly all: readonly number[]) {}

  static async of(world: MercurialWorld): Promise<GrowingProcesses> {
    const made = new GrowingProcesses(await world.processes());
    await made.begin();
    return made;
  }

  /** What they had before does not count from now on. */
  async begin(): Promise<void> {
    // 5: the most that a process had is what it has now.
    await Promise.all(this.all.map((pid) => writeFile(`/proc/${pid}/clear_refs`, '5')));
    this.before = await this.most();
  }

  /** How much more memory any of them has had since (bytes). */
  async growth(): Promise<number> {
    return Math.max(...(await this.most()).map((each, number) => each - (this.before[number] ?? 0)));
  }

  private most(): Promise<number[]> {
    return Promise.all(this.all.map(mostMemoryOf));
  }
}

/** The most memory that a process has had (bytes). Rejects where it has gone. */
export const mostMemoryOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  // One that is just ending has no memory any more.
  if (kibibytes === undefined) throw new Error(`process ${pid} has gone`);
  return Number(kibibytes) * 1024;
};
