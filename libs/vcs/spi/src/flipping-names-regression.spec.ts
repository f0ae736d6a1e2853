import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directorySize } from './directory-size.js';

// Names that were directories at one look and files at the next made every measure of a repository fail: what was
// pushed to it counted under no limit, and no repository of the node was measured by the rounds.
it('a directory is measured while its names change from directories to files and back', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'size-'));
  let isOver = false;
  const flip = async (name: string): Promise<void> => {
    const place = join(directory, name);
    while (!isOver) {
      await mkdir(place);
      await writeFile(join(place, 'x'), 'x');
      await rm(place, { recursive: true });
      await writeFile(place, 'x');
      await rm(place);
    }
  };
  const flips = Array.from({ length: 8 }, (_, at) => flip(`n${at}`));
  for (let time = 0; time < 300; time += 1) expect(await directorySize(directory)).toBeGreaterThanOrEqual(0);
  isOver = true;
  await Promise.all(flips);
  await rm(directory, { recursive: true });
});
