import { VcsRefusal } from '@holdfast/vcs-spi';
import { IpcChannel, type Peer } from './ipc-channel.js';

/** Two channels that are each other's peer; messages cross as JSON in later turns. */
const pair = (
  left: Record<string, (input: never) => unknown>,
  right: Record<string, (input: never) => unknown>,
) => {
  const takers: ((message: unknown) => void)[] = [];
  let cut = false;
  const peer = (own: number, other: number): Peer => ({
    send: (message, done) => {
      if (cut) return done(new Error('cut'));
      const text = JSON.stringify(message);
      setImmediate(() => takers[other](JSON.parse(text)));
      done(null);
    },
    onMessage: (take) => (takers[own] = take),
  });
  type Any = Record<string, (input: unknown) => unknown>;
  const channels = [new IpcChannel<Any>(peer(0, 1), left), new IpcChannel<Any>(peer(1, 0), right)] as const;
  return { left: channels[0], right: channels[1], cut: () => (cut = true) };
};

const code = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof VcsRefusal ? error.code : (error as Error).message),
  );

describe('the channel between the two processes', () => {
  it('waits for as long as it takes where there is no deadline, and no longer than the other side is there', async () => {
    let answer: (value: number) => void = () => undefined;
    const { left } = pair({}, { slow: () => new Promise((resolve) => (answer = resolve)) });
    const first = left.call('slow', {}, Infinity);
    await new Promise((resolve) => setTimeout(resolve, 20));
    answer(7);
    expect(await first).toBe(7);
    const second = code(left.call('slow', {}, Infinity));
    left.close();
    expect(await second).toBe('unavailable');
  });

  it('carries calls and answers both ways at the same time', async () => {
    const { left, right } = pair(
      { double: (x: number) => x * 2 },
      { triple: (x: number) => Promise.resolve(x * 3) },
    );
    const answers = [
      left.call('triple', 2, 1000),
      right.call('double', 2, 1000),
      left.call('triple', 3, 1000),
    ];
    expect(await Promise.all(answers)).toEqual([6, 4, 9]);
  });

  it('carries refusals by their code, and other errors by their message', async () => {
    const { left } = pair(
      {},
      {
        refuse: () => Promise.reject(new VcsRefusal('name_in_use', 'taken')),
        fail: () => {
          throw new TypeError('wrong');
        },
      },
    );
    expect(await code(left.call('refuse', {}, 1000))).toBe('name_in_use');
    expect(await code(left.call('fail', {}, 1000))).toBe('wrong');
    expect(await code(left.call('toString', {}, 1000))).toBe('no handler for toString');
  });

  it('gives a call up after its deadline, when the other side is cut off, and at its close', async () => {
    const { left, cut } = pair({}, { never: () => new Promise(() => undefined) });
    expect(await code(left.call('never', {}, 20))).toBe('unavailable');
    const waiting = code(left.call('never', {}, 10_000));
    left.close();
    expect(await waiting).toBe('unavailable');
    expect(await code(left.call('never', {}, 10_000))).toBe('unavailable');
    const other = pair({}, {});
    other.cut();
    cut();
    expect(await code(other.left.call('x', {}, 10_000))).toBe('unavailable');
  });
});
