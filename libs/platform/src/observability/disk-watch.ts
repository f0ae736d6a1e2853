import type { DiskLevel, DiskRoom } from '@holdfast/kernel';
import { log } from './logger.js';
import { storageFree, storageFull, storageReserve, storageTotal } from './storage.metrics.js';
import type { WatchedValue } from './watched-values.js';

type Tell = (about: object, text: string) => void;

/** Milliseconds. */
const every = 10_000;

const severity = { enough: 'info', low: 'warn', full: 'error' } as const;

/** Tells the log when the room of a disk becomes little, runs out, and is there again; and metrics how much it is. */
export class DiskWatch {
  private timer: NodeJS.Timeout | undefined;
  private told: DiskLevel = 'enough';
  private watched: (() => void)[] = [];

  /** `what`: that the disk holds, in one word. */
  constructor(
    private readonly disk: Pick<DiskRoom, 'level' | 'note' | 'seen' | 'reserved'>,
    private readonly what: string,
    private readonly to: Record<'info' | 'warn' | 'error', Tell> = log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.look(), every).unref();
    const { disk, what } = this;
    const shown = (bytes: number): WatchedValue[] => (Number.isFinite(bytes) ? [[bytes, what]] : []);
    this.watched = [
      storageTotal.add(async () => shown((await disk.seen()).total)),
      storageFree.add(async () => shown((await disk.seen()).free)),
      storageReserve.add(async () => shown(await disk.reserved())),
      storageFull.add(async () => shown((await disk.level()) === 'full' ? 1 : 0)),
    ];
    await this.look();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    for (const end of this.watched) end();
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
