import { KeyExchanges } from './key-exchanges.js';

// Exchanges of keys were counted by time alone, one a minute: clones and pushes of some GiB by clients that exchange
// keys for each GiB, or half of one, were cut on fast lines, always at the same place.
describe('exchanges of keys of a client to which much is carried', () => {
  it.each([1 << 30, 512 << 20, 256 << 20])('are as many as those for each %i bytes are', (bytes) => {
    const exchanges = new KeyExchanges(() => 0);
    const allowed = Array.from({ length: 40 }, (_, number) => exchanges.mayBe(number > 0, number * bytes));
    expect(allowed).not.toContain(false);
  });

  it('are as few as before where less is carried', () => {
    const exchanges = new KeyExchanges(() => 0);
    const allowed = Array.from({ length: 40 }, (_, number) => exchanges.mayBe(number > 0, number << 20));
    expect(allowed.filter((each) => each)).toHaveLength(4);
  });

  it('are not saved up by what was carried before', () => {
    const exchanges = new KeyExchanges(() => 0);
    const allowed = Array.from({ length: 40 }, (_, number) => exchanges.mayBe(number > 0, number && 2 ** 40));
    expect(allowed.filter((each) => each)).toHaveLength(5);
  });
});
