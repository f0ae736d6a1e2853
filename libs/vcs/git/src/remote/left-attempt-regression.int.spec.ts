import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { GitWorld } from '../git-world.fixture.js';
import { bring } from './brought.fixture.js';

// Each look at a remote that had nothing new had the repository measured, as often as the mirror looked. Without that,
// what an attempt had left for the next one would go on being counted where such a look removes it.
describe('what an attempt has left', () => {
  const world = GitWorld.ofSuite({}, { delay: 3_600_000 });

  it('is counted no more once a look that finds nothing new has removed it', async () => {
    const source = await world.seeded(2);
    const { directory } = await world.repository();
    await bring(world, directory, { url: source.url });
    const wrote = jest.fn<(directory: string) => void>();
    Object.assign(world, { storage: { wrote, room: jest.fn(), left: jest.fn() } });
    const place = join(directory, 'incoming');
    const look = () => bring(world, directory, { url: source.url });
    await look();
    expect(wrote).not.toHaveBeenCalled();
    await mkdir(join(place, 'objects/pack'), { recursive: true });
    await writeFile(join(place, 'objects/pack/pack-1.pack'), 'x'.repeat(1_000));
    await look();
    expect(wrote.mock.calls).toEqual([[directory]]);
    await expect(readdir(place)).rejects.toThrow('ENOENT');
  });
});
