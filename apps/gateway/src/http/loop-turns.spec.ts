import type { Socket } from 'node:net';
import { setImmediate as others } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { LoopTurns } from './loop-turns.js';

describe('the turns of the event loop', () => {
  let now: number;
  let did: string[];
  let turns: LoopTurns;
  beforeEach(() => {
    now = 0;
    did = [];
    turns = new LoopTurns(8, 2, () => now);
  });
  afterEach(() => jest.restoreAllMocks());

  const connection = (remoteAddress: string, remotePort = 1): Socket =>
    ({ remoteAddress, remotePort, destroyed: false }) as Socket;
  const taking =
    (time: number, name: string): (() => string) =>
    () => {
      now += time;
      did.push(name);
      return name;
    };
  const ask = (from: Socket, name: string, time = 4): unknown => turns.run(from, [], taking(time, name));
  /** The time of this turn is over. */
  const useUp = (): void => void turns.run(connection('203.0.113.1'), [], () => (now += 8));
  /** What was done in each of the next turns. */
  const next = async (count: number): Promise<string> => {
    const each: string[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      did = [];
      await others();
      each.push(did.join(' '));
    }
    return each.join(', ');
  };

  it('have time for what comes first, at once, and for the rest in the next ones', async () => {
    const one = connection('192.0.2.1');
    const done = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(one, name));
    expect(done.slice(0, 2)).toEqual(['a', 'b']);
    expect(did).toEqual(['a', 'b']);
    expect(await next(3)).toBe('c d, e, ');
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are short after those in which a connection was accepted', async () => {
    useUp();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask(connection('192.0.2.1'), name, 1);
    turns.accepted();
    expect(await next(2)).toBe('a b, c d e f');
    turns.accepted();
    expect(await next(1)).toBe('');
    for (const name of ['g', 'h', 'i']) ask(connection('192.0.2.1'), name, 1);
    expect(did).toEqual(['g', 'h']);
    expect(await next(1)).toBe('i');
  });

  it('do one thing at least', async () => {
    useUp();
    for (const name of ['a', 'b']) ask(connection('192.0.2.1'), name, 100);
    expect(await next(2)).toBe('a, b');
  });

  it('count what is done in promises', async () => {
    useUp();
    const slow = async (name: string): Promise<void> => {
      for (let step = 0; step < 4; step += 1) await Promise.resolve();
      taking(4, name)();
    };
    for (const name of ['a', 'b', 'c']) void turns.run(connection('192.0.2.1'), [], () => slow(name));
    expect(await next(2)).toBe('a b, c');
  });

  it('are taken by networks, in them by addresses', async () => {
    useUp();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(connection('192.0.2.1'), name);
    for (const name of ['b1', 'b2']) ask(connection('::ffff:192.0.2.2'), name);
    for (const name of ['c1', 'c2']) ask(connection('2001:db8:1:1::1'), name);
    ask(connection('2001:db8:1:2::1'), 'd1');
    ask(connection('198.51.100.1'), 'e1');
    expect(await next(5)).toBe('a1 c1, e1 b1, d1 a2, c2 b2, a3 a4');
  });

  it('are taken by the connections of proxies', async () => {
    useUp();
    const [first, second] = [connection('10.0.0.1', 1), connection('10.0.0.1', 2)];
    const proxied = (from: Socket, name: string): unknown => turns.run(from, ['10.0.0.0/8'], taking(4, name));
    for (const name of ['a1', 'a2', 'a3']) proxied(first, name);
    for (const name of ['b1', 'b2']) proxied(second, name);
    ask(connection('192.0.2.1'), 'c1');
    expect(await next(3)).toBe('a1 b1, c1 a2, b2 a3');
  });

  it('come to whoever asks again behind those who wait already', async () => {
    useUp();
    const flood = connection('192.0.2.1');
    let left = 4;
    const again = (): void => {
      taking(4, 'flood')();
      if ((left -= 1) > 0) void turns.run(flood, [], again);
    };
    void turns.run(flood, [], again);
    ask(connection('198.51.100.1'), 'a');
    await others();
    ask(connection('198.51.100.1'), 'b');
    expect(did).toEqual(['flood', 'a']);
    expect(await next(2)).toBe('flood b, flood flood');
  });

  it('leave out what was asked over connections that have ended, and nothing else', async () => {
    useUp();
    const [ended, open] = [connection('192.0.2.1', 1), connection('192.0.2.1', 2)];
    const done = [ask(ended, 'a'), ask(open, 'b'), ask(ended, 'c'), ask(open, 'd')];
    Object.assign(ended, { destroyed: true });
    expect(await next(2)).toBe('b d, ');
    expect(await Promise.all(done)).toEqual([undefined, 'b', undefined, 'd']);
  });

  it('cost one immediate each, however much is done in them', async () => {
    const immediates = jest.spyOn(globalThis, 'setImmediate');
    for (let count = 0; count < 100; count += 1) ask(connection('192.0.2.1'), 'a', 0);
    expect(did).toHaveLength(100);
    expect(immediates).toHaveBeenCalledTimes(1);
    await others();
    expect(immediates).toHaveBeenCalledTimes(1);
  });

  it('go on when the work of one throws, which is a fault', () => {
    const immediates: (() => void)[] = [];
    jest
      .spyOn(globalThis, 'setImmediate')
      .mockImplementation(((work: () => void) => immediates.push(work)) as unknown as typeof setImmediate);
    useUp();
    const broken = (): never => {
      throw new Error('it broke');
    };
    void turns.run(connection('192.0.2.1'), [], broken);
    ask(connection('192.0.2.1'), 'next');
    expect(() => immediates.shift()?.()).toThrow('it broke');
    immediates.shift()?.();
    expect(did).toEqual(['next']);
  });
});
