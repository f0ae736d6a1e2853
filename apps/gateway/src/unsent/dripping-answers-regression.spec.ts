import { jest } from '@jest/globals';
import type { CallContext } from '@holdfast/kernel';
import { enough, SentClient, taking } from './sent-client.fixture.js';
import { UnsentAnswers } from './unsent-answers.js';

const ann = { principal: { company: { uuid: 'acme' }, account: { uuid: 'ann' } } } as CallContext;

// Whoever took anything within ten seconds kept his room: 16 connections that took 64 KiB every nine seconds had all of
// it, and the lists of everybody else were 503.
describe('answers that clients take very slowly', () => {
  let unsent: UnsentAnswers;
  beforeEach(() => {
    jest.useFakeTimers();
    unsent = new UnsentAnswers(400);
  });
  afterEach(() => jest.useRealTimers());

  const sent = async (bytes: number): Promise<SentClient> => {
    const client = new SentClient();
    await unsent.room(client.request, ann, bytes);
    return client;
  };
  /** Somebody waits for room, for so long that it is looked who is slow. */
  const someoneWaits = async (bytes: number): Promise<void> => {
    const next = unsent.room(new SentClient().request, ann, bytes).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(4_000);
    await next;
  };

  it('piece by piece, seldom, go when others wait; those that are taken steadily do not', async () => {
    const [dripping, steady] = [await sent(50), await sent(50)];
    await taking(45, [
      [dripping, 64 * 1024, 9],
      [steady, enough, 1],
    ]);
    expect(dripping.destroyed).toBe(false);
    await someoneWaits(50);
    expect([dripping.destroyed, steady.destroyed]).toEqual([true, false]);
  });

  it('go where others wait for room, first the one of which least is taken', async () => {
    const clients = [await sent(30), await sent(30), await sent(30)];
    const order: number[] = [];
    for (const [at, client] of clients.entries())
      client.destroy = () => {
        client.destroyed = true;
        order.push(at);
      };
    await taking(
      12,
      [3, 1, 2].map((pace, at) => [clients[at], pace * 1_000, 1] as const),
    );
    await someoneWaits(30);
    expect(order[0]).toBe(1);
  });

  it('are not those that have been taken whole, however long ago they were sent', async () => {
    const idle = await sent(50);
    idle.send(50, 50);
    await jest.advanceTimersByTimeAsync(60_000);
    await someoneWaits(60);
    expect(idle.destroyed).toBe(false);
  });
});
