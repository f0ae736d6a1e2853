import { jest } from '@jest/globals';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { PendingCalls } from './pending-calls.js';

describe('calls that wait for an answer', () => {
  let now: number;
  let calls: PendingCalls;
  let answer: (message: Partial<Msg>) => void;
  beforeEach(() => {
    jest.useFakeTimers();
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const subscribe = (_: string, { callback }: { callback: (fault: null, message: Msg) => void }): void =>
      void (answer = (message) => callback(null, message as Msg));
    calls = new PendingCalls({ subscribe } as unknown as NatsConnection, '_INBOX.test');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** A call to a place, what became of it by now, and what answers it. */
  const call = (subject: string, place = 'one') => {
    const asked = { end: 'waits', served: (): void => undefined, nobody: (): void => undefined };
    const send = (reply: string): void => {
      asked.served = () => answer({ subject: reply, data: Buffer.from('{}') });
      asked.nobody = () =>
        answer({ subject: reply, data: Buffer.alloc(0), headers: { code: 503 } as Msg['headers'] });
    };
    calls.wait(Date.now() + 10_000, send, { place, subject }).then(
      () => (asked.end = 'served'),
      (reason: string) => (asked.end = reason),
    );
    return asked;
  };
  const settled = (): Promise<void> => Promise.resolve();

  it('at a place end with the process there, and those at other places do not', async () => {
    const [one, other] = [call('a'), call('a', 'two')];
    calls.ended('one');
    await settled();
    expect([one.end, other.end]).toEqual(['ended', 'waits']);
  });

  // One that was sent to see whether somebody serves it again was lost where a new process spoke at that moment.
  it('wait on where they were sent when the process took no more', async () => {
    now = 100;
    const early = call('a');
    now = 200;
    const late = call('a');
    calls.ended('one', 150);
    await settled();
    expect([early.end, late.end]).toEqual(['ended', 'waits']);
    late.served();
    await settled();
    expect(late.end).toBe('served');
  });

  it('wait on where nobody served their subject any more, until somebody does', async () => {
    now = 100;
    const first = call('a');
    now = 200;
    const [again, other] = [call('a'), call('b')];
    first.nobody();
    calls.ended('one');
    await settled();
    expect([first.end, again.end, other.end]).toEqual(['nobody', 'waits', 'ended']);
    again.served();
    now = 300;
    const next = call('a');
    calls.ended('one');
    await settled();
    expect([again.end, next.end]).toEqual(['served', 'ended']);
  });

  it('are all lost with the connection, after which nothing is known of who serves what', async () => {
    const first = call('a');
    first.nobody();
    now = 100;
    const second = call('a');
    calls.disconnected();
    now = 200;
    const third = call('a');
    calls.ended('one');
    await settled();
    expect([second.end, third.end]).toEqual(['disconnected', 'ended']);
  });
});
