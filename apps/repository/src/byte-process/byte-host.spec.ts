import type { ReceivedPush } from '@holdfast/vcs-spi';
import { ByteHost } from './byte-host.js';

interface Sent {
  id: number;
  call: string;
  input: unknown;
}

describe('what the byte process asks about a push', () => {
  const hosted = (answer: (sent: Sent) => unknown) => {
    const calls: Sent[] = [];
    let take: (message: unknown) => void = () => undefined;
    const host = new ByteHost(
      {
        send: (message, done) => {
          const sent = message as Sent;
          calls.push(sent);
          done(null);
          const value = answer(sent);
          if (value !== undefined) setImmediate(() => take({ id: sent.id, value }));
        },
        onMessage: (hear) => (take = hear),
      },
      () => undefined,
      () => undefined,
    );
    return { host, calls };
  };
  const update = (at: number) => ({ ref: `refs/heads/${at}`, sort: 'branch' as const, name: String(at) });
  const push = (deadline: number, updates = 1): ReceivedPush => ({
    ...{ id: 'p', kind: 'git', directory: '/r', repository: 'r', principal: null, options: [], deadline },
    updates: Array.from({ length: updates }, (_, at) => update(at)),
    forced: () => Promise.resolve(new Set()),
  });

  it('says until when it has to be decided', async () => {
    const deadline = Date.now() + 60_000;
    const { host, calls } = hosted(() => ({ accepted: true }));
    expect(await host.decide(push(deadline))).toEqual({ accepted: true });
    expect(calls).toMatchObject([{ call: 'decide', input: { id: 'p', deadline } }]);
  });

  it('is not waited for any longer, in any of its parts', async () => {
    const passed = Date.now() - 1;
    const silent = hosted(() => undefined);
    await expect(silent.host.decide(push(passed))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(silent.host.decide(push(passed, 5_000))).rejects.toMatchObject({ code: 'unavailable' });
    expect(silent.calls.map(({ call }) => call)).toEqual(['decide', 'updates']);
  });
});
