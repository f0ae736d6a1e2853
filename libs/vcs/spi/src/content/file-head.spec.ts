import { fileHead, typeHeader } from './file-head.js';

const id = 'a'.repeat(40);
const of = (asked: Record<string, string> = {}, size = 100, lasting = false) =>
  fileHead(asked, { id, lasting }, size);

describe('the head of a file', () => {
  it('says what it is, and how long that holds', () => {
    expect(of()).toEqual({
      status: 200,
      range: { offset: 0, length: 100 },
      headers: {
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': 'sandbox',
        ETag: `"${id}"`,
        'Cache-Control': 'private, no-cache',
        'Accept-Ranges': 'bytes',
        'Content-Length': '100',
      },
    });
    expect(of({}, 100, true).headers['Cache-Control']).toBe('private, max-age=31536000, immutable');
  });

  it('is short for who has it already, or asks for another', () => {
    expect(of({ 'if-none-match': `W/"x", "${id}"` })).toMatchObject({
      status: 304,
      headers: { ETag: `"${id}"` },
    });
    expect(of({ 'if-none-match': '"x"' }).status).toBe(200);
    expect(of({ 'if-match': '"x"' })).toMatchObject({ status: 412, headers: { 'Content-Length': '0' } });
    expect(of({ 'if-match': '*' }).status).toBe(200);
  });

  it('says what the file is by how it begins', () =>
    expect(typeHeader(Buffer.from('GIF89a'))).toEqual({ 'Content-Type': 'image/gif' }));

  it('may be of a part', () => {
    expect(of({ range: 'bytes=10-19' })).toMatchObject({
      status: 206,
      range: { offset: 10, length: 10 },
      headers: { 'Content-Range': 'bytes 10-19/100', 'Content-Length': '10' },
    });
    expect(of({ range: 'bytes=-5' })).toMatchObject({ range: { offset: 95, length: 5 } });
    expect(of({ range: 'bytes=10-19', 'if-range': '"x"' }).status).toBe(200);
    expect(of({ range: 'bytes=10-19', 'if-range': `"${id}"` }).status).toBe(206);
    expect(of({ range: 'bytes=0-1,5-6' }).status).toBe(200);
    expect(of({ range: 'bytes=100-' })).toMatchObject({
      status: 416,
      headers: { 'Content-Range': 'bytes */100', 'Content-Length': '0' },
    });
    expect(of({ range: 'bytes=0-' }, 0)).toMatchObject({ status: 416 });
    expect(of({}, 0)).toMatchObject({ status: 200, range: { offset: 0, length: 0 } });
  });
});
