import { headOfOtherMethod } from './unread-head.js';

// The blanks around a value were looked for with each beginning and each end: one head of 16 KB, from somebody without
// an account, kept the gateway from everybody for hours.
describe('a head of a method that the parser does not know', () => {
  const blanks = ' '.repeat(15_000);
  const read = (value: string) => {
    const head = `BREW /x HTTP/1.1\r\na:${value}\r\n\r\n`;
    const error = { code: 'HPE_INVALID_METHOD', bytesParsed: 1, rawPacket: Buffer.from(head, 'latin1') };
    return headOfOtherMethod(Object.assign(new Error(), error));
  };

  it('is read at once, however many blanks it has', () => {
    expect(read(`${blanks}\x01`)).toBeUndefined();
    expect(read(`\t${blanks}b${blanks}c${blanks}`)?.rawHeaders).toEqual(['a', `b${blanks}c`]);
    expect(read(blanks)?.rawHeaders).toEqual(['a', '']);
  });
});
