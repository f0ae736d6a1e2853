import { jest } from '@jest/globals';
import type { CallContext } from '@holdfast/kernel';
import type { AnswerRoom } from './answer-room.js';
import { enough, SentClient, taking } from './sent-client.fixture.js';
import { UnsentAnswers } from './unsent-answers.js';

const by = (company: string, account: string): CallContext =>
  ({ principal: { company: { uuid: company }, account: { uuid: account } } }) as CallContext;
const from = (address: string): CallContext => ({ requestId: '', deadline: 0, address });
const ann = by('acme', 'ann');
const amy = by('acme', 'amy');

describe('answers that are not taken yet', () => {
  let unsent: UnsentAnswers;
  beforeEach(() => {
    jest.useFakeTimers();
    unsent = new UnsentAnswers(400);
  });
  afterEach(() => jest.useRealTimers());

  const room = (ctx: CallContext, bytes: number, client = new SentClient()): Promise<AnswerRoom> =>
    unsent.room(client.request, ctx, bytes);
  /** How a request for room ends, after it has waited as long as one may. */
  const inTheEnd = async (asked: Promise<AnswerRoom>): Promise<unknown> => {
    const end = asked.then(
      () => 'room',
      (error: { code: string; detail: { retryAfter: number } }) => [error.code, error.detail.retryAfter],
    );
    await jest.advanceTimersByTimeAsync(4_000);
    return end;
  };
  const refused = ['unavailable', 1];

  it('of one account leave room for others, and those of one company too', async () => {
    await room(ann, 100);
    expect(await inTheEnd(room(ann, 1))).toEqual(refused);
    await room(amy, 100);
    await room(by('acme', 'abe'), 100);
    expect(await inTheEnd(room(by('acme', 'ada'), 1))).toEqual(refused);
    expect(await inTheEnd(room(by('other', 'bob'), 100))).toBe('room');
  });

  it('that are large get what becomes free, though colleagues ask for small ones again and again', async () => {
    const acme = (account: string) => by('acme', account);
    await room(ann, 100);
    await room(amy, 100);
    const held = [await room(acme('abe'), 50), await room(acme('ada'), 50)];
    const large = room(acme('bob'), 100);
    const small = room(acme('eve'), 50);
    held[0].leave();
    held[1].leave();
    expect(await inTheEnd(large)).toBe('room');
    expect(await inTheEnd(small)).toEqual(refused);
  });

  it('to nobody count by his address', async () => {
    await room(from('10.0.0.1'), 100);
    expect(await inTheEnd(room(from('10.0.0.1'), 1))).toEqual(refused);
    expect(await inTheEnd(room(from('10.0.0.2'), 100))).toBe('room');
  });

  it('give their room to who waits when they are taken', async () => {
    const first = await room(ann, 60);
    const next = room(ann, 60);
    first.leave();
    expect(await inTheEnd(next)).toBe('room');
  });

  it('are as large as they turn out to be', async () => {
    const first = await room(ann, 100);
    unsent.settle(first, 30, false);
    const second = await room(ann, 50);
    expect(() => unsent.settle(second, 71, false)).toThrow('not taken by clients');
    unsent.settle(second, 70, false);
    expect(await inTheEnd(room(ann, 1))).toEqual(refused);
  });

  it('that tell what is done are kept where there is no room, and others wait for them', async () => {
    const first = await room(ann, 50);
    unsent.settle(first, 500, true);
    first.leave();
    const told = unsent.taken(new SentClient().request, ann, 300);
    expect(await inTheEnd(room(ann, 1))).toEqual(refused);
    told.leave();
    expect(await inTheEnd(room(ann, 100))).toBe('room');
  });

  it('that tell what is done are counted where the account is over its share already', async () => {
    const first = unsent.taken(new SentClient().request, ann, 300);
    const second = unsent.taken(new SentClient().request, ann, 300);
    first.leave();
    expect(await inTheEnd(room(ann, 1))).toEqual(refused);
    second.leave();
    expect(await inTheEnd(room(ann, 100))).toBe('room');
  });

  it('larger than all that an account has are made when it has nothing else', async () => {
    const large = await room(ann, 1_000);
    expect(await inTheEnd(room(ann, 1_000))).toEqual(refused);
    large.leave();
    expect(await inTheEnd(room(ann, 1_000))).toBe('room');
  });

  it('are not made for a client that went away meanwhile', async () => {
    const first = await room(ann, 100);
    const client = new SentClient();
    const next = room(ann, 100, client);
    client.destroy();
    first.leave();
    expect(await inTheEnd(next)).toEqual(refused);
    expect(await inTheEnd(room(ann, 100))).toBe('room');
  });

  it('that a client takes nothing of go when others wait for their room, and not before', async () => {
    const [silent, busy] = [new SentClient(), new SentClient()];
    await room(ann, 50, silent);
    await room(ann, 50, busy);
    silent.send(50, 0);
    await taking(30, [[busy, enough, 1]]);
    expect(silent.destroyed).toBe(false);
    const next = room(ann, 50).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([silent.destroyed, busy.destroyed]).toEqual([true, false]);
    await jest.advanceTimersByTimeAsync(3_000);
    await next;
  });
});
