import { Chunks, Length, type Framing } from './framing.js';

/** What a framing finds in pieces that are used again at once. */
const taken = (framing: Framing, pieces: string[]): string => {
  let found = '';
  for (const piece of pieces) {
    const memory = Buffer.from(piece, 'latin1');
    found += framing.take(memory).toString('latin1');
    memory.fill('#');
  }
  return found;
};

const wire =
  '5\r\nhello\r\n' +
  '1;name="value"\r\n,\r\n' +
  'A ; more\r\n wonderful\r\n' +
  '0011\r\n\r\n0\r\n\r\nand chunky\r\n' +
  '6\n world\r\n' +
  '0;last\r\nTrailer: x\r\nOther: 0\r\n\r\n';
const content = 'hello, wonderful\r\n0\r\n\r\nand chunky world';

describe('a body in chunks', () => {
  it('is found whole, in the memory in which it came', () => {
    const piece = Buffer.from(wire);
    const framing = new Chunks();
    const found = framing.take(piece);
    expect(found.toString()).toBe(content);
    expect(found.buffer).toBe(piece.buffer);
    expect(framing.ended).toBe(true);
  });

  it('is found wherever it is cut in two', () => {
    for (let cut = 0; cut <= wire.length; cut += 1) {
      const framing = new Chunks();
      const first = taken(framing, [wire.slice(0, cut)]);
      expect(framing.ended).toBe(cut === wire.length);
      expect(first + taken(framing, [wire.slice(cut)])).toBe(content);
      expect(framing.ended).toBe(true);
    }
  });

  it.each([1, 2, 3, 5, 7])('is found in pieces of %d bytes', (size) => {
    const framing = new Chunks();
    const pieces = wire.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(taken(framing, pieces)).toBe(content);
    expect(framing.ended).toBe(true);
  });

  it('may be empty', () => {
    const framing = new Chunks();
    expect(taken(framing, ['', '0\r\n', '\r', '\n'])).toBe('');
    expect(framing.ended).toBe(true);
  });

  it.each([
    ['no size', '\r\nabc'],
    ['an extension without a size', ';a=b\r\n'],
    ['a size that is no number', 'size\r\n'],
    ['a size below zero', '-1\r\n'],
    ['a size of nine digits', '000000001\r\na\r\n'],
    ['more content than was announced', '2\r\nabc\r\n'],
    ['something after its end', '0\r\n\r\n\r\n'],
  ])('cannot have %s', (_, nonsense) => {
    expect(() => taken(new Chunks(), [nonsense])).toThrow();
    expect(() => taken(new Chunks(), nonsense.split(''))).toThrow();
  });
});

describe('a body of a length', () => {
  it('ends after so many bytes', () => {
    const framing = new Length(5);
    expect(taken(framing, ['he', '', 'll'])).toBe('hell');
    expect(framing.ended).toBe(false);
    expect(taken(framing, ['o'])).toBe('o');
    expect(framing.ended).toBe(true);
  });

  it('of no bytes has ended before it begins', () => {
    expect(new Length(0).ended).toBe(true);
  });

  it('does not go on after its end', () => {
    expect(() => taken(new Length(3), ['four'])).toThrow('goes on after its end');
    expect(() => taken(new Length(3), ['one', 'x'])).toThrow('goes on after its end');
  });
});
