import { lastLines } from './last-lines.js';

describe('what is told at the end of a conversation', () => {
  const told = (text: string): string => decodeURIComponent(lastLines(text));

  it('is all of what was said, line by line', () => {
    expect(lastLines('é 1: no\nb: no')).toBe('%C3%A9%201%3A%20no%0Ab%3A%20no');
    expect(told('')).toBe('');
  });

  it('is the last lines of what has no room, whole ones', () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}`);
    const shown = told(lines.join('\n')).split('\n');
    expect(shown).toEqual(lines.slice(-shown.length));
    expect(shown.length).toBeGreaterThan(300);
    expect(lastLines(lines.join('\n')).length).toBeLessThanOrEqual(6 * 1024);
  });

  it('is the beginning of a line that is too long, without half a character', () => {
    expect(told('€'.repeat(600))).toBe('€'.repeat(500));
    expect(told(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}\ufffd`);
    expect(lastLines('€'.repeat(600)).length).toBeLessThan(6 * 1024);
  });
});
