import { jest } from '@jest/globals';
import type { LongWork } from '../long-work.js';
import type { RefUpdate } from '../push-terms.js';
import type { RemoteTask } from '../remotes-over.js';
import { RemoteDesk, type BroughtRefs, type RemoteDoings } from './remote-desk.js';

const waiting: LongWork = { signal: new AbortController().signal, tell: () => undefined };
const task = (name = 'n'): RemoteTask => ({
  ...{ name, directory: '/d', principal: 'ada', metered: false },
  remote: { url: 'https://some.example/' },
});
const reading = { owner: { company: 'acme', account: 'ada' }, deadline: 7 };
const update = (name: string): RefUpdate => ({ ref: `refs/heads/${name}`, sort: 'branch', name, new: '1' });
const refusal = { ref: 'refs/x', name: 'x', rule: 'malformed', reason: 'no name' } as const;

describe('the desk for works with remotes', () => {
  const brings = (more: Partial<BroughtRefs> = {}, doings: Partial<RemoteDoings> = {}) => {
    const brought = {
      ...{ updates: [update('a')], refusals: [refusal] },
      publish: jest.fn(() => Promise.resolve()),
      remove: jest.fn(() => Promise.resolve()),
      leave: jest.fn(() => undefined),
      ...more,
    };
    const fetch = jest.fn(() => Promise.resolve(brought));
    const tidy = jest.fn(() => Promise.resolve());
    return { brought, fetch, tidy, desk: new RemoteDesk({ fetch, tidy, ...doings }) };
  };
  const away = { code: 'unavailable' };

  it('keeps what was brought under the name of the work', async () => {
    const { desk, fetch } = brings({ head: 'main', note: 'without large files' });
    await desk.work('fetchRemote', task(), waiting);
    expect(fetch).toHaveBeenCalledWith(task(), waiting);
    expect(await desk.incoming({ name: 'n', from: 0 })).toEqual({
      ...{ updates: [update('a')], refusals: [refusal] },
      ...{ head: 'main', note: 'without large files' },
    });
    expect(() => desk.incoming({ name: 'other', from: 0 })).toThrow('not kept any more');
  });

  it('tells of it in parts, and only what there is', async () => {
    const many = Array.from({ length: 4_000 }, (_, at) => update(String(at)));
    const { desk } = brings({ updates: many });
    await desk.work('fetchRemote', task(), waiting);
    const first = await desk.incoming({ name: 'n', from: 0 });
    expect(first).toEqual({ updates: many.slice(0, 2_000), refusals: [refusal], next: 2_000 });
    const last = await desk.incoming({ name: 'n', from: 2_000 });
    expect(last).toEqual({ updates: many.slice(2_000), refusals: [] });
  });

  it('tells of all that is refused in parts, too', async () => {
    const refusals = Array.from({ length: 2_001 }, () => refusal);
    const { desk } = brings({ refusals });
    await desk.work('fetchRemote', task(), waiting);
    expect(await desk.incoming({ name: 'n', from: 0 })).toMatchObject({
      refusals: { length: 2_000 },
      next: 2_000,
    });
    expect(await desk.incoming({ name: 'n', from: 2_000 })).toEqual({ updates: [], refusals: [refusal] });
  });

  it('gives away what is asked for, and keeps nothing then', async () => {
    const push = jest.fn(() => Promise.resolve());
    const { desk, fetch } = brings({}, { push });
    await desk.work('pushRemote', task(), waiting);
    expect(push).toHaveBeenCalledWith(task(), waiting);
    expect(fetch).not.toHaveBeenCalled();
    await brings().desk.work('pushRemote', task(), waiting);
  });

  it('says what would lose commits, where something may', async () => {
    const forced = jest.fn((refs: readonly string[]) => Promise.resolve(new Set(refs.slice(1))));
    const { desk } = brings({ forced });
    await desk.work('fetchRemote', task(), waiting);
    expect(await desk.incomingForced({ name: 'n', refs: ['a', 'b'] })).toEqual(['b']);
    const never = brings();
    await never.desk.work('fetchRemote', task(), waiting);
    expect(await never.desk.incomingForced({ name: 'n', refs: ['a', 'b'] })).toEqual([]);
    await expect(never.desk.incomingForced({ name: 'other', refs: [] })).rejects.toMatchObject(away);
  });

  it('publishes it once', async () => {
    const { desk, brought } = brings();
    await desk.work('fetchRemote', task(), waiting);
    await desk.publishIncoming({ name: 'n', reading });
    expect(brought.publish).toHaveBeenCalledWith(reading);
    await expect(desk.publishIncoming({ name: 'n', reading })).rejects.toMatchObject({
      ...away,
      message: 'it is published already',
    });
    expect(brought.publish).toHaveBeenCalledTimes(1);
  });

  it('removes what is left when it ends, after what is being published', async () => {
    let over: (problem: Error) => void = () => undefined;
    const publish = () => new Promise<void>((_, reject) => (over = reject));
    const { desk, brought } = brings({ publish });
    await desk.work('fetchRemote', task(), waiting);
    const published = desk.publishIncoming({ name: 'n', reading }).catch(String);
    const ended = desk.endIncoming({ name: 'n' });
    await new Promise(setImmediate);
    expect(brought.remove).not.toHaveBeenCalled();
    over(new Error('moved'));
    await ended;
    expect(brought.remove).toHaveBeenCalledTimes(1);
    expect(await published).toBe('Error: moved');
  });

  // What had just begun to come was tidied away, and a program that was told to stop left what it wrote after that.
  it('tidies once nobody is at work there, and nothing that somebody has brought', async () => {
    const ends: (() => void)[] = [];
    const work = () => new Promise<void>((_, reject) => ends.push(() => reject(new Error('stopped'))));
    const { desk, fetch, tidy } = brings();
    fetch.mockImplementationOnce(() => work() as never);
    const stopped = desk.work('fetchRemote', task('one'), waiting).catch(String);
    const tidied = desk.tidyIncoming({ directory: '/d' });
    await new Promise(setImmediate);
    expect(tidy).not.toHaveBeenCalled();
    ends[0]();
    await tidied;
    expect([await stopped, tidy.mock.calls]).toEqual(['Error: stopped', [['/d']]]);
    await desk.work('fetchRemote', task('two'), waiting);
    await desk.tidyIncoming({ directory: '/d' });
    expect(tidy).toHaveBeenCalledTimes(1);
  });

  it('lets the next one begin, which then has the place', async () => {
    const { desk, brought } = brings();
    await desk.work('fetchRemote', task('one'), waiting);
    await desk.work('fetchRemote', task('two'), waiting);
    await expect(desk.publishIncoming({ name: 'one', reading })).rejects.toMatchObject(away);
    await desk.endIncoming({ name: 'one' });
    expect(brought.remove).not.toHaveBeenCalled();
    expect(brought.leave).toHaveBeenCalledTimes(1);
    await desk.publishIncoming({ name: 'two', reading });
    await desk.endIncoming({ name: 'two' });
    expect(brought.remove).toHaveBeenCalledTimes(1);
    expect(brought.leave).toHaveBeenCalledTimes(2);
  });

  it('removes all when it stops, and tidies when it is told', async () => {
    const { desk, brought, tidy } = brings();
    await desk.work('fetchRemote', task(), waiting);
    await desk.stop();
    expect(brought.remove).toHaveBeenCalledTimes(1);
    await desk.tidyIncoming({ directory: '/d' });
    expect(tidy).toHaveBeenCalledWith('/d');
  });
});
