import { zip } from './zip-archive.js';

// Imports bring revisions of any time: of one after 2107 there was no archive.
describe('an archive of a revision', () => {
  it.each([
    ['before 1980', 0, 1980],
    ['of our time', 1_790_000_000, 2026],
    ['after 2107', 9_000_000_000, 2107],
  ])('has a time that its format can say: %s', async (_, at, year) => {
    const nothing = (): Promise<AsyncIterable<Buffer>> => Promise.resolve((async function* () {})());
    const file = { path: 'a', isExecutable: false, size: 0, contents: nothing };
    const pieces: Buffer[] = [];
    for await (const piece of zip(
      (async function* () {
        yield await Promise.resolve(file);
      })(),
      at,
    ))
      pieces.push(piece);
    expect((Buffer.concat(pieces).readUInt16LE(12) >> 9) + 1980).toBe(year);
  });
});
