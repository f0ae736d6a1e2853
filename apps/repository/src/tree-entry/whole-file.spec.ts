import { wholeFile } from './whole-file.js';

const id = 'a'.repeat(40);
const file = { id, lasting: false };

describe('a file that is answered whole', () => {
  const bytes = Buffer.from('Grüße');

  it('is its bytes with the head that it has everywhere', () => {
    expect(wholeFile(bytes, file, {})).toEqual({
      status: 200,
      headers: {
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'content-length': '7',
        'content-security-policy': 'sandbox',
        'content-type': 'text/plain; charset=utf-8',
        etag: `"${id}"`,
        'x-content-type-options': 'nosniff',
      },
      body: bytes.toString('base64'),
    });
  });

  it('is the part that is asked for, and told by its whole', () => {
    const { status, headers, body } = wholeFile(Buffer.from([65, 66, 0, 67]), file, { range: 'bytes=1-1' });
    expect([status, headers['content-range'], headers['content-type']]).toEqual([
      206,
      'bytes 1-1/4',
      'application/octet-stream',
    ]);
    expect(Buffer.from(body, 'base64').toString()).toBe('B');
  });

  it('is nothing for who has it', () => {
    const { status, headers, body } = wholeFile(bytes, file, { 'if-none-match': `"${id}"` });
    expect([status, headers['content-type'], body]).toEqual([304, undefined, '']);
  });
});
