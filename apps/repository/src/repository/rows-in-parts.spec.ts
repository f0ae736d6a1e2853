import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RowsInParts } from './rows-in-parts.js';

describe('whole rows of many repositories', () => {
  const uuids = Array.from({ length: 1_000 }, (_, at) => `uuid-${at}`);
  let read: number[];
  const rows = (gone: readonly string[] = []): RowsInParts =>
    new RowsInParts((part) => {
      read.push(part.length);
      const there = part.filter((uuid) => !gone.includes(uuid));
      return Promise.resolve(there.map((uuid) => ({ uuid }) as RepositoryRow));
    }, uuids);
  beforeEach(() => {
    read = [];
  });

  it('are read as far as they are asked for, in parts that grow', async () => {
    const some = rows();
    for (const uuid of uuids.slice(0, 64)) expect((await some.of(uuid))?.uuid).toBe(uuid);
    expect(read).toEqual([64]);
    expect((await some.of(uuids[192]))?.uuid).toBe(uuids[192]);
    expect(read).toEqual([64, 128, 256]);
  });

  it('are read once, though many name them', async () => {
    const some = rows();
    for (const uuid of [...uuids, ...uuids]) expect((await some.of(uuid))?.uuid).toBe(uuid);
    expect(read).toEqual([64, 128, 256, 512, 40]);
  });

  it('are not looked for again when they have gone', async () => {
    const some = rows([uuids[3]]);
    for (const uuid of [uuids[3], uuids[3], 'another']) expect(await some.of(uuid)).toBeUndefined();
    expect(read).toEqual([64]);
  });
});
