import { KeyExchanges } from './key-exchanges.js';

describe('exchanges of keys', () => {
  let time = 0;
  let exchanges: KeyExchanges;
  beforeEach(() => {
    time = 0;
    exchanges = new KeyExchanges(() => time);
  });

  it('are one before the login', () => {
    expect([exchanges.mayBe(false, 0), exchanges.mayBe(false, 0)]).toEqual([true, false]);
  });

  it('are few at once after it, and one more every minute', () => {
    exchanges.mayBe(false, 0);
    expect([1, 2, 3, 4].map(() => exchanges.mayBe(true, 0))).toEqual([true, true, true, false]);
    time = 130_000;
    expect([1, 2].map(() => exchanges.mayBe(true, 0))).toEqual([true, false]);
    time = 10_000_000;
    expect([1, 2, 3, 4, 5].map(() => exchanges.mayBe(true, 0))).toEqual([true, true, true, true, false]);
  });
});
