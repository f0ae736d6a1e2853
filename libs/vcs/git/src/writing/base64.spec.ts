import { decoded, NotBase64 } from './base64.js';

const read = async (...pieces: string[]): Promise<string> => {
  const found: Buffer[] = [];
  for await (const piece of decoded(pieces.map((each) => Buffer.from(each)))) found.push(piece);
  return Buffer.concat(found).toString('latin1');
};

describe('base64', () => {
  it.each(['', 'a', 'ab', 'abc', 'abcd', '\0\xff'.repeat(50)])(
    'of %j is read in any pieces',
    async (text) => {
      const written = Buffer.from(text, 'latin1').toString('base64');
      expect(await read(written)).toBe(text);
      for (let size = 1; size < 9; size += 1)
        expect(await read(...(written.match(new RegExp(`.{1,${size}}`, 'g')) ?? []))).toBe(text);
    },
  );

  it('may be in lines, without what fills it up, and in a data address', async () => {
    expect(await read('YW\r\nJj\n', '\nZA==\n')).toBe('abcd');
    expect(await read('YWJjZA')).toBe('abcd');
    expect(await read('YWJjZGU')).toBe('abcde');
    expect(await read('data:image/png;base64,YWJj')).toBe('abc');
    expect(await read('data:;BASE64,YWJj', 'ZA==')).toBe('abcd');
  });

  it.each([
    ['a'],
    ['YWJjZ'],
    ['YQ='],
    ['YQ==YQ=='],
    ['YQ==', 'YQ'],
    ['Y===', ''],
    ['=', ''],
    ['YW Jj'],
    ['YW-_'],
    ['ä'],
  ])('is not %j', (...pieces) => expect(read(...pieces)).rejects.toThrow(NotBase64));

  it('is not a data address of another sort, or in the middle', async () => {
    await expect(read('data:text/plain,abc')).rejects.toThrow(NotBase64);
    await expect(read('YWJj', 'data:;base64,YWJj')).rejects.toThrow(NotBase64);
  });
});
