import { jest } from '@jest/globals';
import type { RefUpdate } from './push-terms.js';
import { isIncomingCall, isRemoteDeed, remotesOver, type IncomingPart } from './remotes-over.js';
import type { EngineLink } from './vcs-engine.js';
import type { RemoteWork } from './vcs-remotes.js';

const update = (name: string): RefUpdate => ({ ref: `refs/heads/${name}`, sort: 'branch', name, new: '1' });
const refusal = { ref: 'refs/x', name: 'x', rule: 'malformed', reason: 'no name' } as const;
const remote = { url: 'https://some.example/', username: 'ada' };
const reading = { owner: { company: 'acme', account: 'ada' }, deadline: 7 };
const waiting = { signal: new AbortController().signal, tell: () => undefined };
const work: RemoteWork = { principal: 'ada', metered: true, ...waiting };

describe('the remotes of a repository', () => {
  const over = ({ parts = [], pushes = false }: { parts?: IncomingPart[]; pushes?: boolean } = {}) => {
    const write = { end: jest.fn(), lost: jest.fn() };
    const link = {
      call: jest.fn<EngineLink['call']>((operation) =>
        Promise.resolve(
          operation === 'incoming'
            ? parts.shift()
            : operation === 'incomingForced'
              ? ['refs/heads/a']
              : undefined,
        ),
      ),
      work: jest.fn<EngineLink['work']>(() => Promise.resolve(undefined)),
    };
    const remotes = remotesOver(link, { directory: '/d', foreignWrite: () => write, pushes });
    return { write, link, remotes };
  };
  const name = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown as string;

  it('have the engine bring what they have, and it is told part by part', async () => {
    const { link, remotes } = over({
      parts: [
        { updates: [update('a')], refusals: [refusal], head: 'main', note: 'no large files', next: 1 },
        { updates: [update('b')], refusals: [], head: 'main', note: 'no large files' },
      ],
    });
    const found = await remotes.fetch(remote, work);
    const task = { name, directory: '/d', remote, principal: 'ada', metered: true };
    expect(link.work.mock.calls).toEqual([['fetchRemote', task, waiting]]);
    const [{ name: given }] = [link.work.mock.calls[0][1] as { name: string }];
    expect(link.call.mock.calls).toEqual([
      ['incoming', { name: given, from: 0 }],
      ['incoming', { name: given, from: 1 }],
    ]);
    expect(found).toMatchObject({
      ...{ updates: [update('a'), update('b')], refusals: [refusal], head: 'main', note: 'no large files' },
    });
    expect(await found.forced(['refs/heads/a', 'refs/heads/b'])).toEqual(new Set(['refs/heads/a']));
    expect(link.call).toHaveBeenLastCalledWith('incomingForced', {
      ...{ name: given, refs: ['refs/heads/a', 'refs/heads/b'] },
    });
  });

  it('say no more than they know', async () => {
    const { remotes } = over({ parts: [{ updates: [], refusals: [] }] });
    const found = await remotes.fetch(remote, work);
    expect(Object.keys(found).sort()).toEqual(['discard', 'forced', 'publish', 'refusals', 'updates']);
  });

  it('have what was brought published, and know whether it was', async () => {
    const { link, write, remotes } = over({ parts: [{ updates: [], refusals: [] }] });
    const found = await remotes.fetch(remote, work);
    await found.publish(reading);
    expect(link.call).toHaveBeenLastCalledWith('publishIncoming', { name, reading });
    expect([write.end.mock.calls.length, write.lost.mock.calls.length]).toEqual([1, 0]);
    link.call.mockRejectedValueOnce(new Error('moved'));
    await expect(found.publish(reading)).rejects.toThrow('moved');
    expect([write.end.mock.calls.length, write.lost.mock.calls.length]).toEqual([1, 1]);
  });

  it('have the rest removed, whatever comes of it', async () => {
    const { link, remotes } = over({ parts: [{ updates: [], refusals: [] }] });
    const found = await remotes.fetch(remote, work);
    link.call.mockRejectedValueOnce(new Error('away'));
    expect(await found.discard()).toBeUndefined();
    expect(link.call).toHaveBeenLastCalledWith('endIncoming', { name });
    await remotes.tidy();
    expect(link.call).toHaveBeenLastCalledWith('tidyIncoming', { directory: '/d' });
  });

  it('are given what is here where the kind does that', async () => {
    const { link, remotes } = over({ pushes: true });
    expect(await remotes.push?.(remote, work)).toBeUndefined();
    expect(link.work).toHaveBeenCalledWith('pushRemote', expect.objectContaining({ remote }), waiting);
    expect(Object.hasOwn(over().remotes, 'push')).toBe(false);
  });

  it('are asked by these words only', () => {
    const calls = ['incoming', 'incomingForced', 'publishIncoming', 'endIncoming', 'tidyIncoming'];
    expect([...calls, 'fetchRemote', ''].filter(isIncomingCall)).toEqual(calls);
    expect(['fetchRemote', 'pushRemote', 'incoming', ''].filter(isRemoteDeed)).toEqual([
      'fetchRemote',
      'pushRemote',
    ]);
  });
});
