import { mostMessage, toldBeginning } from './text-length.js';

// A message of 900 KB of control characters was 5.5 MB in the answer, which each process on its way wrote and read in
// one go: one guest who asked for it again and again kept everybody waiting for seconds.
describe('the beginning of a text that is told', () => {
  const inJson = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

  it.each([
    ['control characters', '\u0001'],
    ['quotes', '"'],
    ['line ends', '\n'],
    ['letters', 'a'],
    ['letters of two bytes', 'é'],
    ['letters of three bytes', '漢'],
    ['pairs', '😀'],
    ['halves of pairs', '\ud83d'],
    ['all of them', '\u0001"\n\u001f\u000b\b\\/aé漢\u007f😀\ud83d '],
  ])('of %s has all that fits', (_, part) => {
    const whole = part.repeat(mostMessage);
    const told = toldBeginning(whole);
    expect(whole.startsWith(told)).toBe(true);
    expect(inJson(told)).toBeLessThanOrEqual(mostMessage);
    expect(inJson(told)).toBeGreaterThan(mostMessage - 6);
    expect(/[\ud800-\udbff]$/.test(told)).toBe(part.endsWith('\ud83d'));
  });

  it('is all of it where that fits', () => {
    const fitting = `${'a'.repeat(mostMessage - 6)}\u0001`;
    expect(toldBeginning(fitting)).toBe(fitting);
    expect(toldBeginning(`${fitting}a`)).toBe(fitting);
    expect(toldBeginning('')).toBe('');
  });
});
