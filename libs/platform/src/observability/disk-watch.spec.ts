import type { DiskLevel } from '@holdfast/kernel';
import { DiskWatch } from './disk-watch.js';

describe('what the log hears of a disk', () => {
  it('is each change once, and nothing of a disk that cannot be seen', async () => {
    let level: DiskLevel | Error = 'enough';
    const seen = <T>(value: (now: DiskLevel) => T): Promise<T> =>
      level instanceof Error ? Promise.reject(level) : Promise.resolve(value(level));
    const disk = {
      level: () => seen((now) => now),
      note: () => seen((now) => (now === 'enough' ? undefined : `it is ${now}`)),
      seen: () => Promise.resolve({ total: 100, free: 30 }),
      reserved: () => Promise.resolve(5),
    };
    const lines: unknown[] = [];
    const line =
      (severity: string) =>
      (_: object, text: string): void =>
        void lines.push(`${severity}: ${text}`);
    const watch = new DiskWatch(disk, 'repositories', {
      ...{ info: line('info'), warn: line('warn'), error: line('error') },
    });
    const course = ['enough', 'low', 'low', new Error('gone'), 'full', 'full', 'enough'] as const;
    for (level of course) await watch.look();
    expect(lines).toEqual(['warn: it is low', 'error: it is full', 'info: the disk has room again']);
  });
});
