import { LfsPointerText } from './lfs-pointer-text.js';

const mark = 'm'.repeat(36);
const oidOf = (at: number): string => at.toString(16).padStart(64, '0');
const pointer = (at: number, first = 'version https://git-lfs.github.com/spec/v1'): string =>
  `${first}\noid sha256:${oidOf(at)}\nsize ${at}\n`;

describe('the text of small files', () => {
  const files = [
    pointer(1),
    '',
    'x\n'.repeat(500),
    pointer(2).replace('\nsize', '\next\nsize'),
    pointer(8).replace('\noid', `\next-0-case sha256:${oidOf(9)}\next-1-fold sha256:${oidOf(9)}\noid`),
    `${pointer(3)}${pointer(4)}`,
    pointer(5, 'version of another'),
    pointer(10, 'version https://hawser.github.com/spec/v1'),
    pointer(11, 'version http://git-media.io/v/2'),
    pointer(12).replaceAll('\n', '\r\n'),
    `\n \n${pointer(13).replaceAll('\n', '\n\n')}`,
    pointer(14).replace('version', `ext-1-x.y sha256:${oidOf(9)}\nversion`),
    pointer(15)
      .replace('size', `ext-1-x sha256:${oidOf(9)}\nsize`)
      .trimEnd(),
    pointer(16).replace('size ', 'size  '),
    `${' '.repeat(850)}${pointer(17)}`,
    pointer(6).slice(0, -3),
    pointer(123_456_789_012_345),
    pointer(7),
  ];
  const text = files.map((file) => `${mark}\n${file}\n`).join('');

  it.each([1, 7, 64, 600, text.length])('says for which large ones they stand, in pieces of %d', (size) => {
    const pointers = new LfsPointerText(mark);
    for (let at = 0; at < text.length; at += size) pointers.hear(text.slice(at, at + size));
    expect(pointers.end()).toEqual(
      [1, 8, 3, 10, 11, 12, 13, 14, 15, 17, 123_456_789_012_345, 7].map((each) => ({
        oid: oidOf(each),
        size: each,
      })),
    );
  });
});
