import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldBy } from '@holdfast/vcs-spi/conformance';
import { DiffReader } from './diff-reader.js';
import { History } from './history.js';
import { listingReader, logReader, type ListedNode } from './listing.js';
import type { SubversionReader } from './subversion-reader.js';

const count = 200;
const pieceSize = 64 << 10;
const most = (count * pieceSize) / 4;
const filler = (size: number, character = 'x'): string => character.repeat(size);

// A part that was cut out of a text keeps all of it in memory: of an answer of gigabytes, of which little was told, all
// stayed in the process that serves everybody, as long as each piece had one name that was told.
describe('what is kept of answers', () => {
  it('does not hold what was said beside it: of files', async () => {
    const { made, bytes } = await heldBy(() => {
      const files: ListedNode[] = [];
      const reader = listingReader('/r/', (file) => void files.push(file));
      for (let at = 0; at < count; at += 1)
        reader.read(
          `<D:response><D:href>/r/directory/file${at}</D:href><V:sha1-checksum>${filler(40)}</V:sha1-checksum>` +
            `<D:version-name>2</D:version-name><S:executable>${filler(pieceSize)}</S:executable></D:response>`,
        );
      return files;
    });
    expect(made).toHaveLength(count);
    expect(made[1]).toMatchObject({ path: 'directory/file1', sha1: filler(40), isExecutable: true });
    expect(bytes).toBeLessThan(most);
  });

  it.each(['x', '✓'])('does not hold what was said beside it: of differences (%s)', async (character) => {
    const { made, bytes } = await heldBy(() => {
      const reader = new DiffReader();
      for (let at = 0; at < count; at += 1) {
        const path = `directory/file${at}`;
        reader.read(`Index: ${path}\n===\ndiff --git a/${path} b/${path}\n@@ -0,0 +1,2 @@ of a function\n`);
        reader.read(`+a line that is told\n+${filler(pieceSize, character)}\n`);
      }
      return reader;
    });
    expect(bytes).toBeLessThan(most);
    const changes = made.changes();
    expect(changes).toHaveLength(count);
    expect(changes[1]).toMatchObject({ path: 'directory/file1', additions: 2, cut: true });
    expect(changes[1].diff).toBe('@@ -0,0 +1,2 @@ of a function\n+a line that is told\n');
  });

  it('takes about as much as it has where the lines of differences are short', async () => {
    const lines = 30_000;
    const { made, bytes } = await heldBy(() => {
      const reader = new DiffReader();
      for (let at = 0; at < 20; at += 1)
        reader.read(`Index: file${at}\n===\n@@ -0,0 +1 @@\n${'+\n'.repeat(lines)}`);
      return reader;
    });
    expect(bytes).toBeLessThan(20 * lines * 10);
    expect(made.changes()[19].diff).toHaveLength('@@ -0,0 +1 @@\n'.length + 2 * lines);
  });

  it('has the revisions that were asked for alone, and no more of their authors than is told', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'held-'));
    await mkdir(join(directory, 'db'));
    await writeFile(join(directory, 'db/current'), '2000\n');
    const log: SubversionReader['log'] = ({ start, end }, take) => {
      const reader = logReader((item) => void take(item));
      for (let at = start; at <= end; at += 1)
        reader.read(
          `<S:log-item><D:version-name>${at}</D:version-name>` +
            `<D:creator-displayname>${filler(pieceSize)}</D:creator-displayname>` +
            `<D:comment>${filler(at % 10 === 0 ? 10 : pieceSize)}</D:comment></S:log-item>`,
        );
      return Promise.resolve(true);
    };
    const history = new History({ log } as SubversionReader);
    const ids = Array.from({ length: count }, (_, at) => String(10 * (at + 1)));
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 60_000 };
    const { made, bytes } = await heldBy(() => history.commits({ directory, reading, ids }));
    expect(made.map((commit) => commit?.id)).toEqual(ids);
    expect(made.map((commit) => commit?.cut)).not.toContain(true);
    expect(bytes).toBeLessThan(most);
    await rm(directory, { recursive: true });
  });
});
