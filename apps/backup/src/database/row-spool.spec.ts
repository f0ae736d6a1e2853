import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { RowSpool } from './row-spool.js';

describe('rows that wait on the disk', () => {
  const isSpool = (name: string): boolean => name.startsWith('holdfast-backup-');

  it('come back in their order, as often as they are asked for, and nobody else can open them', async () => {
    const before = (await readdir(tmpdir())).filter(isSpool);
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, id: `${'ü€'.repeat(at % 50)}\n` }));
    const spool = await RowSpool.of(each(rows));
    expect((await readdir(tmpdir())).filter(isSpool)).toEqual(before);
    for (const again of [1, 2]) {
      const found: unknown[] = [];
      for await (const row of spool.rows()) found.push(row);
      expect([again, found.length]).toEqual([again, rows.length]);
      expect(JSON.stringify(found) === JSON.stringify(rows)).toBe(true);
    }
    await spool.close();
    await expect(spool.rows().next()).rejects.toThrow();
  });

  it('are none where there are none, and leave nothing where they break off', async () => {
    const spool = await RowSpool.of(each([]));
    expect(await spool.rows().next()).toEqual({ done: true, value: undefined });
    await spool.close();
    async function* broken(): AsyncGenerator<number> {
      yield await Promise.resolve(1);
      throw new Error('the database is away');
    }
    await expect(RowSpool.of(broken())).rejects.toThrow('away');
  });
});

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  for (const one of all) yield await Promise.resolve(one);
}
