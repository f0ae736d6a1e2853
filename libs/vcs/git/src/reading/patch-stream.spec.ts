import { PatchStream } from './patch-stream.js';

const patch = (name: string, body: string): string =>
  `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n${body}`;
const output = [
  patch('a', '@@ -1 +1 @@\n-old\n+new\n'),
  patch('b', '@@ -0,0 +1,2 @@\n+diff --git a/x b/x\n+--- not a header\n\\ No newline at end of file\n'),
  'diff --git a/c b/c\nindex 1..2 100644\nBinary files a/c and b/c differ\n',
  patch('d', '@@ -1,2 +1 @@\n same\n--- x\n'),
].join('');

const read = (text: string, size: number, from = 0, count = 4) => {
  const bytes = Buffer.from(text);
  const stream = new PatchStream(from, count);
  let wanted = true;
  for (let at = 0; at < bytes.length && wanted; at += size)
    wanted = stream.read(bytes.subarray(at, at + size));
  stream.end(false);
  return { patches: stream.patches, wanted };
};

describe('the patches of a page', () => {
  it.each([1, 5, 16, 17, 10_000])('are the same however they come: by %d bytes', (size) => {
    const { patches, wanted } = read(output, size);
    expect(wanted).toBe(true);
    expect(patches).toEqual([
      { text: '@@ -1 +1 @@\n-old\n+new\n', additions: 1, deletions: 1, binary: false, cut: false },
      {
        text: '@@ -0,0 +1,2 @@\n+diff --git a/x b/x\n+--- not a header\n\\ No newline at end of file\n',
        ...{ additions: 2, deletions: 0, binary: false, cut: false },
      },
      { text: '', additions: 0, deletions: 0, binary: true, cut: false },
      { text: '@@ -1,2 +1 @@\n same\n--- x\n', additions: 0, deletions: 1, binary: false, cut: false },
    ]);
  });

  it('are those of the page only, and no more is read behind it', () => {
    const { patches, wanted } = read(output, 10_000, 1, 1);
    expect(wanted).toBe(false);
    expect(patches).toMatchObject([{ additions: 2 }]);
  });

  it('are cut where they are large, each and all together, and counted all the same', () => {
    const line = `+${'x'.repeat(99)}\n`;
    const large = (name: string): string => patch(name, `@@ -0,0 +1,2000 @@\n${line.repeat(2000)}`);
    const all = Array.from({ length: 20 }, (_, at) => large(`f${at}`)).join('');
    const { patches } = read(all, 4096, 0, 20);
    expect(patches.every(({ additions, cut }) => additions === 2000 && cut)).toBe(true);
    expect(patches[0].text).toHaveLength(64 << 10);
    expect(patches.reduce((sum, { text }) => sum + text.length, 0)).toBe(1 << 20);
    expect(patches[19].text).toBe('');
  });

  it('have no more bytes as text than they may, whatever the bytes are that are none', () => {
    const stream = new PatchStream(0, 40);
    const body = (line: string): Buffer =>
      Buffer.from(`@@ -0,0 +1,2000 @@\n${`${line}\n`.repeat(2000)}`, 'latin1');
    for (let at = 0; at < 40; at += 1) {
      stream.read(Buffer.from(patch(`f${at}`, '')));
      // Of two bytes each is cut somewhere, of one each becomes three.
      stream.read(body(at % 2 === 0 ? `+${'\xfc'.repeat(98)}` : `+x${'\xc3\xbc'.repeat(49)}`));
    }
    stream.end(false);
    const { patches } = stream;
    const sizes = patches.map(({ text }) => Buffer.byteLength(text));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64 << 10);
    expect(sizes[0]).toBeGreaterThan((64 << 10) - 3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1 << 20);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan((1 << 20) - 100);
    expect(patches.every(({ additions, cut }) => additions === 2000 && cut)).toBe(true);
    expect([patches[0].text.endsWith('\ufffd'), patches[1].text.includes('\ufffd')]).toEqual([true, false]);
  });

  it('are marked where git did not come to its end', () => {
    const stream = new PatchStream(0, 3);
    stream.read(Buffer.from(output.slice(0, 70)));
    stream.end(true);
    expect(stream.patches.map(({ cut }) => cut)).toEqual([true, true, true]);
  });
});
