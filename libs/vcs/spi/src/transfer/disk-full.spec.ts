import { diskFull, refuseFullDisk } from './disk-full.js';

describe('a disk of which only the reserve is left', () => {
  const asked: number[] = [];
  const disk = (room: boolean) => ({
    take: (bytes: number) => Promise.resolve((asked.push(bytes), room)),
    level: () => Promise.resolve('enough' as const),
  });

  it('takes nothing more', async () => {
    await expect(refuseFullDisk(disk(false))).rejects.toMatchObject({ code: 'no_room', message: diskFull });
    await refuseFullDisk(disk(true));
    expect(asked).toEqual([0, 0]);
    await refuseFullDisk(undefined);
    expect(diskFull).toContain('the disk of the server is full');
  });
});
