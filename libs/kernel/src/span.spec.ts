import { jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from './domain-error.js';
import {
  currentSpan,
  insideSpan,
  passSpan,
  recordSpans,
  recordsSpans,
  Span,
  spanBelow,
  workBelow,
} from './span.js';
import type { EndedSpan } from './span.js';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const told = `00-${trace}-00f067aa0ba902b7-01`;

describe('spans', () => {
  let ended: EndedSpan[];
  let stop: () => void;
  beforeEach(() => {
    ended = [];
    stop = recordSpans((span) => void ended.push(span));
  });
  afterEach(() => stop());

  it('belong to the span of which they are a part, and to its trace', () => {
    const whole = new Span('whole', 'server');
    const part = whole.part('part', 'client');
    part.facts['db.namespace'] = 'identity';
    part.end();
    whole.end('fault');
    expect(ended).toMatchObject([
      { name: 'part', kind: 'client', parent: whole.place.span, facts: { 'db.namespace': 'identity' } },
      { name: 'whole', kind: 'server', failure: 'fault' },
    ]);
    expect(ended[0].trace).toBe(ended[1].trace);
    expect(ended[1]).not.toHaveProperty('parent');
    expect(ended[0]).not.toHaveProperty('failure');
    expect(ended.map(({ trace: id, span }) => [id.length, span.length])).toEqual([
      [32, 16],
      [32, 16],
    ]);
  });

  it('have the times of the day, to parts of a millisecond', async () => {
    const before = Date.now();
    const span = new Span('a', 'internal');
    await turn();
    span.end();
    const [{ from, to }] = ended;
    expect(from).toBeGreaterThan(before - 5);
    expect(to).toBeLessThan(Date.now() + 5);
    expect(to).toBeGreaterThan(from);
  });

  it('end once', () => {
    const span = new Span('a', 'internal');
    span.end();
    span.end('fault');
    expect(ended).toHaveLength(1);
    expect(ended[0]).not.toHaveProperty('failure');
  });

  it('go on in another process where that is told so, and it is recorded', () => {
    const span = spanBelow(told, 'there', 'server');
    expect(span?.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect(spanBelow(told.replace(/01$/, '00'), 'there', 'server')).toBeUndefined();
    expect(spanBelow('nonsense', 'there', 'server')).toBeUndefined();
    expect(spanBelow(undefined, 'there', 'server')).toBeUndefined();
  });

  it('fail by our fault where no code of ours says why', async () => {
    const system = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const errors = [
      DomainError.notFound(),
      DomainError.unavailable('later'),
      system,
      new Error('a'),
      undefined,
    ];
    for (const error of errors)
      await expect(workBelow(told, 'a', () => Promise.reject(error as Error))).rejects.toBe(error);
    expect(ended.map(({ facts, failure }) => [facts['error.type'], failure])).toEqual([
      ['not_found', undefined],
      ['unavailable', 'unavailable'],
      ...Array.from({ length: 3 }, () => ['fault', 'fault']),
    ]);
  });

  it('that another process has recorded are passed on', () => {
    const span: EndedSpan = { trace, span: 'a', name: 'a', kind: 'internal', from: 1, to: 2, facts: {} };
    passSpan(span);
    expect(ended).toEqual([span]);
  });

  it('are nothing while nothing is recorded', () => {
    expect(recordsSpans()).toBe(true);
    stop();
    expect(recordsSpans()).toBe(false);
    expect(spanBelow(told, 'there', 'server')).toBeUndefined();
    new Span('late', 'internal').end();
    expect(ended).toEqual([]);
  });
});

describe('the current span', () => {
  let stop: () => void;
  beforeEach(() => (stop = recordSpans(() => undefined)));
  afterEach(() => stop());

  it('is that inside of which the work is done, across what it waits for', async () => {
    const [one, other] = [new Span('one', 'server'), new Span('other', 'server')];
    const work = async (): Promise<(Span | undefined)[]> => {
      const seen = [currentSpan()];
      await turn();
      seen.push(currentSpan());
      await new Promise((resolve) => setTimeout(resolve, 2));
      return [...seen, currentSpan()];
    };
    const [of, ofOther, ofNone] = await Promise.all([insideSpan(one, work), insideSpan(other, work), work()]);
    expect(of.every((each) => each === one)).toBe(true);
    expect(ofOther.every((each) => each === other)).toBe(true);
    expect(ofNone).toEqual([undefined, undefined, undefined]);
  });

  it('is none once it is over, for what outlives it', async () => {
    const span = new Span('short', 'server');
    let later: Promise<unknown> = Promise.resolve();
    await insideSpan(span, () => {
      later = turn().then(() => currentSpan());
      return Promise.resolve();
    });
    span.end();
    const other = new Span('other', 'server');
    expect(await insideSpan(other, () => later)).toBeUndefined();
    expect(currentSpan()).toBeUndefined();
  });

  // A client that sent or read slowly had Node follow the promises of everybody for hours.
  it('is none for what takes longer than some seconds, once nothing younger is inside of one', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      const [slow, young] = [new Span('slow', 'server'), new Span('young', 'server')];
      const names: (string | undefined)[] = [];
      const look = async (): Promise<void> => void names.push((await turn(), currentSpan()?.name));
      let finish = (): void => undefined;
      const finished = new Promise<void>((done) => (finish = done));
      const working = insideSpan(slow, async () => {
        await look();
        jest.advanceTimersByTime(3_000);
        await look();
        await finished;
      });
      while (names.length < 2) await turn();
      await insideSpan(young, async () => {
        await look();
        finish();
        await working;
        await look();
      });
      await look();
      expect(names).toEqual(['slow', undefined, 'young', 'young', undefined]);
      expect(slow.isOpen).toBe(true);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is there again for the next, and for work that fails', async () => {
    const span = new Span('a', 'server');
    const fails = (): Promise<never> => Promise.reject(new Error(currentSpan()?.name));
    await expect(insideSpan(span, fails)).rejects.toThrow('a');
    expect(await insideSpan(span, async () => (await turn(), currentSpan()?.name))).toBe('a');
  });
});
