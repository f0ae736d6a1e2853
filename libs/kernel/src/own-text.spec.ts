import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ownText } from './own-text.js';

describe('a text in memory of its own', () => {
  it.each([
    ['nothing', ''],
    ['ASCII', 'a\0b'],
    ['one byte for each character', 'caf\xe9'],
    ['others', 'ü ✓ 😀'],
  ])('is the same: %s', (_, text) => {
    expect(ownText(text)).toBe(text);
    expect(ownText(`${text.repeat(3)}${'x'.repeat(100)}`.slice(0, text.length))).toBe(text);
  });

  it('has a mark where there was half of a character', () => {
    expect(ownText('😀'.slice(0, 1))).toBe('\ufffd');
  });

  it.each(['x', '✓'])('does not keep what it was cut out of: %s', (character) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const [length, count] = [64 << 10, 200];
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: count }, (_, at) =>
      ownText(`${at}${character.repeat(length)}`.slice(0, 40)),
    );
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan((count * length) / 4);
    expect(kept).toHaveLength(count);
  });
});
