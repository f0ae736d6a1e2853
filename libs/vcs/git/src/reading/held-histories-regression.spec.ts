import { heldBy } from '@holdfast/vcs-spi/conformance';
import { CommitMessages } from './commit-messages.js';
import { EntryChains } from './entry-chains.js';

const count = 200;
const pieceSize = 64 << 10;
const most = (count * pieceSize) / 4;
const idOf = (at: number): string => String(at).padStart(40, '0');

// An id that was cut out of a text kept all of it in memory: a search for a text of several lines had the messages of
// all that it found, and a directory a piece of the history for each of its entries.
describe('ids that are kept', () => {
  it('do not hold the messages of their commits', async () => {
    const { made, bytes } = await heldBy(() => {
      const found: string[] = [];
      const messages = new CommitMessages(({ id }) => found.push(id) > 0);
      for (let at = 0; at < count; at += 1)
        messages.read(Buffer.from(`5 commit ${idOf(at)}\n${'m'.repeat(pieceSize)}\n\0`));
      return found;
    });
    expect(made).toHaveLength(count);
    expect(made[1]).toBe(idOf(1));
    expect(bytes).toBeLessThan(most);
  });

  it('do not hold the histories in which they stood', async () => {
    const names = Array.from({ length: count }, (_, at) => `name${at}`);
    const { made, bytes } = await heldBy(async () => {
      const nothing = (): Promise<ReadonlySet<string>> => Promise.resolve(new Set<string>());
      const chains = new EntryChains(idOf(0), names, () => undefined, nothing);
      for (const [at, name] of names.entries()) {
        const [commit, parent] = `${idOf(at)} ${idOf(at + 1)} ${'0'.repeat(pieceSize)}`.split(' ');
        await chains.follow({ commit, parents: [parent] }, new Set([name]));
      }
      return chains;
    });
    expect(made.isOver).toBe(true);
    expect(made.found.get('name7')).toBe(idOf(7));
    expect(bytes).toBeLessThan(most);
  });
});
