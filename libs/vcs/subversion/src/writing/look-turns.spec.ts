import { LookTurns } from './look-turns.js';

describe('the turns in which transactions are looked at', () => {
  it('are one of an account, which nobody else waits for', async () => {
    const turns = new LookTurns();
    const { signal } = new AbortController();
    let end = (): void => undefined;
    const long = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
    const first = turns.run('ann', 60_000, signal, () => long);
    expect(await turns.run('ann', 20, signal, () => Promise.resolve('looked'))).toContain('of this account');
    expect(await turns.run('bob', 20, signal, () => Promise.resolve('looked'))).toBe('looked');
    const gone = new AbortController();
    const left = turns.run('ann', 60_000, gone.signal, () => Promise.resolve('looked'));
    gone.abort();
    expect(await left).toContain('of this account');
    end();
    expect(await first).toBeUndefined();
  });
});
