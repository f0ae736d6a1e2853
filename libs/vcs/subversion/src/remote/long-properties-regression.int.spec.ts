import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BroughtFile, RemoteSource } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const importMemory = 64 << 20;

/** A dump of one revision, with a directory that has a property of so many bytes. */
const dumpOf = (size: number): Buffer => {
  const [begin, end] = [`K 4\nlong\nV ${size}\n`, '\nPROPS-END\n'];
  const length = begin.length + size + end.length;
  const before = [
    'SVN-fs-dump-format-version: 2\n\nRevision-number: 1\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n',
    'Node-path: d\nNode-kind: dir\nNode-action: add\n',
    `Prop-content-length: ${length}\nContent-length: ${length}\n\n${begin}`,
  ];
  return Buffer.concat([Buffer.from(before.join('')), Buffer.alloc(size, 'a'), Buffer.from(`${end}\n\n`)]);
};

// Subversion itself. Its programs have a property in memory as a whole, and had no limit of it: of a few packed
// megabytes on the wire they filled the memory of the machine.
describeSubversion('an import of a property that is longer than memory', () => {
  const world = SubversionWorld.ofSuite({ importMemory });
  const file = join(world.root, 'a.dump');

  const imported = async (from: BroughtFile | RemoteSource) => {
    const { directory } = await world.repository(false);
    const work = { signal: new AbortController().signal, tell: () => undefined };
    const answer = await world.kind
      .open(directory)
      .remotes.fetch(from, { ...work, principal: 'admin', metered: false })
      .then(
        ({ updates }) => updates.map((update) => update.new),
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );
    return { answer, left: (await readdir(directory)).includes('incoming') };
  };
  const login = { username: 'developer', password: 'x' };
  const tooLong = {
    answer: 'too_large: it needs more memory than the server gives Subversion',
    left: false,
  };

  it.each([
    ['ends with those words', importMemory + (16 << 20), tooLong],
    ['is done where there is room for it', 4 << 20, { answer: ['1'], left: true }],
  ])('%s', async (_what, size, expected) => {
    await writeFile(file, dumpOf(size));
    expect(await imported({ file })).toEqual(expected);
    const source = await world.repository(false);
    await world.must('svnadmin', ['load', '-q', '-F', file, source.directory]);
    expect(await imported({ url: source.url, ...login })).toEqual(expected);
  });
});
