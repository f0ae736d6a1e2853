import { withoutLast } from './without-last.js';

describe('a text without the last copies of a character', () => {
  it.each([
    ['', ''],
    ['//', ''],
    ['/a//b', '/a//b'],
    ['/a//b///', '/a//b'],
  ])('%j', (text, left) => {
    expect(withoutLast(text, '/')).toBe(left);
  });
});
