import type { DiskLevel, DiskRoom } from '@holdfast/kernel';
import { log } from './logger.js';

type Tell = (about: object, text: string) => void;

/** Milliseconds. */
const every = 10_000;

const severity = { enough: 'info', low: 'warn', full: 'error' } as const;

/** Tells the log when the room of a disk becomes little, runs out, and is there again. */
export class DiskWatch {
  private timer: NodeJS.Timeout | undefined;
  private told: DiskLevel = 'enough';

  /** `what`: that the disk holds, in one word. */
  constructor(
    private readonly disk: Pick<DiskRoom, 'level' | 'note'>,
    private readonly what: string,
    private readonly to: Record<'info' | 'warn' | 'error', Tell> = log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.look(), every).unref();
    await this.look();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** A disk that cannot be seen is nothing new to those who use it. */
  async look(): Promise<void> {
    try {
      const level = await this.disk.level();
      if (level === this.told) return;
      const note = (await this.disk.note()) ?? 'the disk has room again';
      this.told = level;
      this.to[severity[level]]({ disk: this.what }, note);
    } catch {
      return;
    }
  }
}
