import { setImmediate as others } from 'node:timers/promises';
import { NewConnections } from './new-connections.js';

const [one, two] = ['192.0.2.1', '198.51.100.1'].map((block) => ({ network: block, block }));

describe('new connections', () => {
  let now: number;
  let read: string[];
  let connections: NewConnections;
  beforeEach(() => {
    now = 1;
    read = [];
    connections = new NewConnections(() => now);
  });
  afterEach(async () => {
    for (let turn = 0; turn < 10; turn += 1) await others();
  });

  const come = (name: string, origin = one): void =>
    connections.come(origin, () => {
      if (name === 'over') return false;
      read.push(name);
      return true;
    });
  const ahead = (requests: number, origin = one): void => {
    for (let count = 0; count < requests; count += 1) connections.sentAhead(origin);
  };
  /** Which are read in each of the next turns; in all but the last of them another one comes. */
  const next = async (...coming: string[]): Promise<string> => {
    const turns: string[] = [];
    for (const name of [...coming, undefined]) {
      read = [];
      await others();
      if (name !== undefined) come(name);
      turns.push(read.join(' '));
    }
    return turns.join(', ');
  };

  it('are read at once, one in a turn', async () => {
    come('a');
    expect(read).toEqual(['a']);
    come('b');
    come('c');
    expect(read).toEqual(['a']);
    expect(await next()).toBe('b');
    expect(await next()).toBe('c');
    expect(await next()).toBe('');
    come('d');
    expect(read).toEqual(['d']);
  });

  it('are taken by networks in turn', async () => {
    for (const name of ['a', 'b', 'c']) come(name);
    come('x', two);
    const order = [await next(), await next(), await next()];
    expect(order).toEqual(['b', 'x', 'c']);
  });

  it('take no turn where they are over', async () => {
    for (const name of ['a', 'over', 'over', 'b']) come(name);
    expect(await next()).toBe('b');
  });

  it('do not wait for a network that sends ahead', async () => {
    ahead(40);
    come('a');
    come('x', two);
    expect(read).toEqual(['x']);
    expect(await next('b')).toBe(', ');
    now += 10;
    ahead(40, two);
    come('y', two);
    expect(read).toEqual(['a']);
    expect(await next('c')).toBe('b, c');
  });

  it('wait after requests that were sent ahead, while others come', async () => {
    ahead(40);
    come('a');
    now += 9;
    expect(await next('b', 'c')).toBe(', , ');
    come('d');
    now += 1;
    expect(await next('e')).toBe('a, b');
  });

  it('wait for some of them at a time, and not longer for very many', async () => {
    ahead(10_000);
    come('a');
    now += 49;
    expect(await next('b')).toBe(', ');
    come('c');
    now += 1;
    expect(await next()).toBe('a');
  });

  it('do not wait where nobody else comes', async () => {
    ahead(40);
    come('a');
    expect(read).toEqual([]);
    expect(await next()).toBe('');
    expect(await next()).toBe('a');
    come('b');
    expect(await next()).toBe('b');
  });
});
