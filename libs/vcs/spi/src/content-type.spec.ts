import { contentTypeOf } from './content-type.js';

const of = (text: string): string => contentTypeOf(Buffer.from(text, 'latin1'));

describe('what a file is served as', () => {
  it.each([
    ['', 'text/plain; charset=utf-8'],
    ['<html><script>', 'text/plain; charset=utf-8'],
    ['\xc3\xbc', 'text/plain; charset=utf-8'],
    ['caf\xe9', 'text/plain'],
    ['a\0b', 'application/octet-stream'],
    ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\0\0\0\0WAVE', 'application/octet-stream'],
    ['x\x89PNG\r\n', 'text/plain'],
    ['x\xff\xd8\xff', 'text/plain'],
    ['x GIF89a', 'text/plain; charset=utf-8'],
    ['x RIFF....WEBP', 'text/plain; charset=utf-8'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'text/plain; charset=utf-8'],
  ])('%j: %s', (text, type) => expect(of(text)).toBe(type));

  it('is told from its first bytes, and a character that they cut in two is one', () => {
    expect(of(`${'a'.repeat(7999)}\xc3\xbc`)).toBe('text/plain; charset=utf-8');
    expect(of(`${'a'.repeat(8000)}\0`)).toBe('text/plain; charset=utf-8');
    expect(of(`${'a'.repeat(7998)}\xc3`)).toBe('text/plain');
  });
});
