import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import type { CallContext, DomainError } from '@holdfast/kernel';
import type { ComingBody } from './coming-body.js';
import { IncomingBodies } from './incoming-bodies.js';

const kibibyte = 1024;
const limit = 1024 * kibibyte;

/** A request whose body comes by and by. */
class Sender extends Readable {
  complete = false;
  readonly body: ComingBody;
  readonly ended: Promise<unknown>;
  /** What became of it: its bytes, or the code of the refusal. */
  became: number | string | undefined;

  constructor(bodies: IncomingBodies, ctx: CallContext) {
    super({ highWaterMark: 2 * limit });
    this.body = bodies.of(this as unknown as IncomingMessage, ctx);
    this.ended = this.body.bytes(limit).then(
      ({ length }) => (this.became = length),
      ({ code }: DomainError) => (this.became = code),
    );
  }

  override _read(): void {
    // It comes when it comes.
  }

  send(kibibytes: number): this {
    this.push(Buffer.alloc(kibibytes * kibibyte));
    return this;
  }

  finish(): this {
    this.complete = true;
    this.push(null);
    return this;
  }
}

const by = (company: string, account: string): CallContext =>
  ({
    principal: { company: { uuid: company }, account: { uuid: account, type: 'user' } },
  }) as CallContext;
const from = (address: string): CallContext => ({ requestId: '', deadline: 0, address });
const [ann, amy, bob] = [by('acme', 'ann'), by('acme', 'amy'), by('other', 'bob')];

describe('bodies that are coming', () => {
  let bodies: IncomingBodies;
  beforeEach(() => {
    jest.useFakeTimers();
    // 128 for those without an account, 32 of them for an address; 896 for the others, 224 of them for an account.
    bodies = new IncomingBodies(1024 * kibibyte);
  });
  afterEach(() => jest.useRealTimers());

  const passes = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);
  const sending = async (ctx: CallContext, kibibytes: number, count = 1): Promise<Sender[]> => {
    const senders = Array.from({ length: count }, () => new Sender(bodies, ctx).send(kibibytes));
    await passes(0);
    return senders;
  };
  const becomes = async (sender: Sender): Promise<number | string | undefined> => {
    sender.finish();
    await passes(0);
    return sender.became;
  };

  it('take room for what has come, and small ones none', async () => {
    await sending(ann, 4, 200);
    for (const each of await sending(ann, 16, 14)) each.finish();
    const [next] = await sending(ann, 4);
    next.send(1);
    await passes(0);
    expect(await becomes(next)).toBe(undefined);
    await passes(4_000);
    expect(next.became).toBe('unavailable');
  });

  it('are whole in the end, when they came at once too', async () => {
    const [sender] = await sending(ann, 5);
    sender.send(40);
    expect(await becomes(sender)).toBe(45 * kibibyte);
    for (const size of [0, 1, 100]) {
      const request = new Sender(new IncomingBodies(1), ann);
      if (size > 0) request.send(size);
      expect(await becomes(request)).toBe(size * kibibyte);
    }
  });

  it('keep their room until they are answered', async () => {
    const [first] = await sending(ann, 200);
    expect(await becomes(first)).toBe(200 * kibibyte);
    const [second] = await sending(ann, 64);
    expect(await becomes(second)).toBe(undefined);
    first.body.leave();
    await passes(0);
    expect(second.became).toBe(64 * kibibyte);
  });

  it('of one account leave room for others, and those of one company too', async () => {
    for (const account of ['ann', 'abe', 'ada', 'art']) await sending(by('acme', account), 160);
    const [more] = await sending(amy, 100);
    expect(await becomes(more)).toBe(undefined);
    const [other] = await sending(bob, 100);
    expect(await becomes(other)).toBe(100 * kibibyte);
  });

  it('of nobody take a small part together, of which an address has a share', async () => {
    for (const last of [1, 2, 3]) {
      const [first, second] = await sending(from(`10.0.0.${last}`), 32, 2);
      expect(await becomes(first)).toBe(32 * kibibyte);
      expect(await becomes(second)).toBe(undefined);
    }
    const [fourth] = await sending(from('10.0.0.4'), 32);
    expect(await becomes(fourth)).toBe(32 * kibibyte);
    const [fifth] = await sending(from('10.0.0.5'), 16);
    expect(await becomes(fifth)).toBe(undefined);
    const [known] = await sending(ann, 200);
    expect(await becomes(known)).toBe(200 * kibibyte);
  });

  it('wait for room and are read on then, in turns', async () => {
    const [first] = await sending(ann, 200);
    const [second, third] = await sending(ann, 100, 2);
    first.finish();
    first.body.leave();
    await passes(0);
    expect([await becomes(second), await becomes(third)]).toEqual([100 * kibibyte, 100 * kibibyte]);
  });

  it('that wait for each other do not all wait in vain', async () => {
    const senders = await sending(ann, 16, 14);
    for (const sender of senders) sender.send(16).finish();
    for (const { body, ended } of senders) void ended.then(() => body.leave());
    await passes(4_000);
    const became = senders.map((each) => each.became).sort();
    expect(became).toEqual([...Array<number>(13).fill(32 * kibibyte), 'unavailable']);
  });

  it('are refused at once where too many wait', async () => {
    await sending(ann, 224);
    const senders = await sending(ann, 16, 40);
    expect(senders.map(({ became }) => became).filter(Boolean)).toEqual(Array(8).fill('unavailable'));
  });

  it('that are slow are ended when others wait, the slowest first, and not before', async () => {
    const [quick, slow, slowest] = await sending(ann, 16, 3);
    for (let left = 5; left > 0; left -= 1) {
      quick.send(16);
      slow.send(1);
      await passes(200);
    }
    const [whole] = await sending(ann, 80);
    expect(await becomes(whole)).toBe(80 * kibibyte);
    await passes(250);
    const became = (): unknown[] => [quick, slow, slowest].map((each) => each.became);
    expect(became()).toEqual([undefined, undefined, undefined]);
    const [next] = await sending(ann, 16);
    await passes(1);
    expect(became()).toEqual([undefined, undefined, 'timed_out']);
    expect(await becomes(next)).toBe(16 * kibibyte);
  });

  it('that are slow stay where what is waited for is held by others', async () => {
    const [slow] = await sending(bob, 16);
    const [whole] = await sending(ann, 200);
    whole.finish();
    await passes(2_000);
    await sending(ann, 100);
    await passes(1_000);
    expect(slow.became).toBe(undefined);
  });

  it('do not count as slow while they wait themselves', async () => {
    await sending(ann, 200).then(([each]) => each.finish());
    const [waiting] = await sending(ann, 100);
    await passes(2_500);
    expect(waiting.became).toBe(undefined);
  });

  it('have a time in which they must have come', async () => {
    const [sender] = await sending(ann, 1);
    await passes(60_000);
    expect(sender.became).toBe('timed_out');
  });

  it('break off with their client, and give their room back', async () => {
    const [sender] = await sending(ann, 224);
    sender.destroy(new Error('gone'));
    await passes(0);
    expect(sender.became).toBe('malformed');
    expect(await becomes((await sending(ann, 224))[0])).toBe(224 * kibibyte);
  });

  it('are refused when they are too large', async () => {
    const sender = new Sender(new IncomingBodies(16 * limit), ann).send(1024);
    await passes(0);
    sender.send(1);
    await passes(0);
    expect(sender.became).toBe('too_large');
  });
});
