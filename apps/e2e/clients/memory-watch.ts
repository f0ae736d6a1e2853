import { pidOf } from './part.js';
import { byteProcess, enginePrograms, readProcess } from './processes.js';

/** How often is looked (ms). */
const every = 100;

/** What the process holds itself (MiB), without files that it has mapped, as git has its packs. */
const heldBy = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB$/m.exec(readProcess(String(pid), 'status'))?.[1] ?? 0) / 1024;

/** Looks how much memory the processes of the installation hold that read and write repositories. */
export class MemoryWatch {
  /** The most that one of each sort has held (MiB). */
  readonly most: Record<string, number> = { gateway: 0, repository: 0, 'byte process': 0, git: 0 };
  private readonly timer = setInterval(() => this.look(), every);

  end(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const look = (name: string, pids: () => number[]): void => {
      try {
        this.most[name] = Math.max(this.most[name], ...pids().map(heldBy));
      } catch {
        // It is being started again, and holds nothing.
      }
    };
    look('gateway', () => [pidOf('gateway')]);
    look('repository', () => [pidOf('repository')]);
    look('byte process', () => [byteProcess()]);
    look('git', () => enginePrograms(/^(?:\S*\/)?git /));
  }
}

/** Git processes are bounded by ourselves (512 MiB of data), services by what they take under load. */
export const memoryBounds: Readonly<Record<string, number>> = {
  gateway: 400,
  repository: 400,
  'byte process': 400,
  git: 530,
};

/** What has held more than its bound. */
export const beyondBounds = ({ most }: MemoryWatch): string[] =>
  Object.entries(most)
    .filter(([name, held]) => !(held > 0 && held <= memoryBounds[name]))
    .map(([name, held]) => `${name}: ${Math.round(held)} MiB`);
