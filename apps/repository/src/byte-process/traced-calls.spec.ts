import { currentSpan, insideSpan, recordSpans, Span, type EndedSpan } from '@holdfast/kernel';
import { IpcChannel, type Peer } from './ipc-channel.js';
import { ToldSpans } from './told-spans.js';

/** Two ends of one channel. */
const pair = (): [Peer, Peer] => {
  const takes: ((message: unknown) => void)[] = [];
  const end = (own: number): Peer => ({
    send: (message, done) => {
      queueMicrotask(() => takes[1 - own](structuredClone(message)));
      done(null);
    },
    onMessage: (take) => void (takes[own] = take),
  });
  return [end(0), end(1)];
};

type Calls = {
  engine(input: { kind: string; operation: string }): Promise<unknown>;
  busy(input: object): unknown;
};

describe('calls between the two processes', () => {
  let ended: EndedSpan[];
  let stop: () => void;
  beforeEach(() => {
    ended = [];
    stop = recordSpans((span) => void ended.push(span));
  });
  afterEach(() => stop());

  it('are parts of the span in which they are asked, and what is done there parts of them', async () => {
    const [one, other] = pair();
    new IpcChannel(other, {
      engine: () => {
        currentSpan()?.part('git fsck', 'internal').end();
        return Promise.resolve('done');
      },
      busy: () => Promise.reject(new Error('no')),
    });
    const channel = new IpcChannel<Calls>(one, {});
    const span = new Span('question', 'server');
    await insideSpan(span, async () => {
      expect(await channel.call('engine', { kind: 'git', operation: 'verify' }, 1_000)).toBe('done');
      await expect(channel.call('busy', {}, 1_000)).rejects.toThrow('no');
    });
    expect(ended).toMatchObject([
      { name: 'git fsck' },
      { name: 'engine git verify', kind: 'server', parent: span.place.span },
      { name: 'busy', parent: span.place.span, failure: 'fault' },
    ]);
    expect(ended[0].parent).toBe(ended[1].span);
  });

  it('have no span outside of one', async () => {
    const [one, other] = pair();
    new IpcChannel(other, { busy: () => currentSpan() === undefined });
    expect(await new IpcChannel<Calls>(one, {}).call('busy', {}, 1_000)).toBe(true);
    expect(ended).toEqual([]);
  });
});

describe('spans of the byte process', () => {
  it('are told together, and only so many of them', async () => {
    const told: (readonly EndedSpan[])[] = [];
    const spans = new ToldSpans((some) => Promise.resolve(void told.push(some)));
    await spans.flush();
    new Span('a', 'internal').end();
    new Span('b', 'internal').end();
    await spans.flush();
    expect(told.map((some) => some.map(({ name }) => name))).toEqual([['a', 'b']]);
    for (let each = 0; each < 1_000; each += 1) new Span('many', 'internal').end();
    await spans.flush();
    expect(told[1]).toHaveLength(512);
    recordSpans(() => undefined)();
  });
});
