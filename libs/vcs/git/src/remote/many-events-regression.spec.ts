import { appendFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncomingPlace } from './incoming-place.js';

// git writes a line for each fault of an object that does no harm: a pack of 38 MB made 487 MB of lines. The byte
// process read them into one text, for seconds and with all its memory, and beyond 512 MiB the import failed.
describe('what git writes down while a pack comes', () => {
  let directory: string;
  let place: IncomingPlace;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-events-'));
    place = new IncomingPlace(directory);
    await mkdir(join(place.path, 'objects/pack'), { recursive: true });
    await writeFile(join(place.path, 'objects/pack/pack-1.pack'), '');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const taking = (...flags: string[]): string =>
    `${JSON.stringify({ event: 'child_start', argv: ['git', 'index-pack', '--stdin', ...flags] })}\n`;

  it.each([
    ['--strict', true],
    ['--keep', false],
  ])('is read to its end, however much it is: %s', async (flag, checked) => {
    await writeFile(place.events, taking('--fsck-objects'));
    await truncate(place.events, 513 << 20);
    await appendFile(place.events, `\n${taking(flag)}`);
    expect(await place.isChecked()).toBe(checked);
  });
});
