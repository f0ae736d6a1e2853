import { pageOf } from './page-of.js';

const rows = (count: number, text: string) => Array.from({ length: count }, (_, id) => ({ id, text }));
const same = <T>(row: T): T => row;

describe('a page', () => {
  it('is answered whole while it fits into a message', () => {
    const page = { results: rows(1000, 'x'.repeat(1000)), more: true };
    expect(pageOf(page, same)).toEqual(page);
  });

  it('is cut where its JSON would pass 4 MiB, and says so', () => {
    const { results, more } = pageOf({ results: rows(100, 'ü'.repeat(50_000)), more: false }, same);
    expect([results.length, more]).toEqual([41, true]);
  });

  it('holds its first object, however large', () => {
    const { results, more } = pageOf({ results: rows(2, 'x'.repeat(5_000_000)), more: false }, same);
    expect([results.length, more]).toEqual([1, true]);
  });

  it('measures what it may cut, not what it guesses', () => {
    const page = { results: rows(100, 'x'.repeat(41_000)), more: false };
    expect(pageOf(page, same)).toEqual(page);
  });
});
