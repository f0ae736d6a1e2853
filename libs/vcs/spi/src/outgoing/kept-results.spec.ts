import { jest } from '@jest/globals';
import { KeptResults } from './kept-results.js';

describe('what long works have brought', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const keeping = (lease?: number) => {
    const gone: string[] = [];
    const kept = new KeptResults<string>((result) => Promise.resolve(void gone.push(result)), lease);
    return { gone, kept };
  };
  const away = { code: 'unavailable', message: 'what was brought is not kept any more' };

  it('is found by its name until it is let go', async () => {
    const { gone, kept } = keeping();
    await kept.keep('a', 'one');
    await kept.keep('b', 'two');
    expect([kept.found('a'), kept.found('b')]).toEqual(['one', 'two']);
    await kept.end('a');
    expect(gone).toEqual(['one']);
    expect(() => kept.found('a')).toThrow(expect.objectContaining(away) as Error);
    await kept.end('a');
    await jest.advanceTimersByTimeAsync(119_999);
    expect([gone, kept.found('b')]).toEqual([['one'], 'two']);
  });

  it('goes by itself when nobody has asked for it for two minutes', async () => {
    const { gone, kept } = keeping();
    await kept.keep('a', 'one');
    await jest.advanceTimersByTimeAsync(119_999);
    expect(kept.found('a')).toBe('one');
    await jest.advanceTimersByTimeAsync(119_999);
    expect(gone).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(['one']);
    expect(() => kept.found('a')).toThrow('not kept any more');
  });

  it('goes once, also where it cannot be removed', async () => {
    const left = jest.fn(() => Promise.reject(new Error('the disk fails')));
    const kept = new KeptResults<string>(left, 10);
    await kept.keep('a', 'one');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(left).toHaveBeenCalledTimes(1);
    await kept.keep('a', 'two');
    await expect(kept.end('a')).rejects.toThrow('the disk fails');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(left).toHaveBeenCalledTimes(2);
  });

  it('is removed at once where there is too much, or its name is taken', async () => {
    const { gone, kept } = keeping();
    const full = { code: 'unavailable', message: 'too much is brought from elsewhere at this moment' };
    for (let at = 0; at < 63; at += 1) await kept.keep(String(at), `${at}`);
    await expect(kept.keep('0', 'again')).rejects.toMatchObject(full);
    await kept.keep('63', '63');
    await expect(kept.keep('64', 'more')).rejects.toMatchObject(full);
    expect([gone, kept.found('0')]).toEqual([['again', 'more'], '0']);
    await kept.end('0');
    await kept.keep('64', 'now');
    expect(kept.found('64')).toBe('now');
  });

  it('goes altogether when its process stops', async () => {
    const { gone, kept } = keeping(50);
    await kept.keep('a', 'one');
    await kept.keep('b', 'two');
    await kept.stop();
    expect(gone).toEqual(['one', 'two']);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(gone).toHaveLength(2);
  });
});
