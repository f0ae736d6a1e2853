import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { ChannelWriter } from './channel-writer.js';

/** A channel of which the spec says when its client takes something, and the socket below it. */
class HeldChannel {
  readonly client = new EventEmitter();
  readonly socket = Object.assign(new EventEmitter(), { bytesWritten: 0, writableLength: 0 });
  private readonly taken: (() => void)[] = [];
  readonly writer = new ChannelWriter(this.client, this.socket, {
    write: (piece: Buffer, done: () => void) =>
      this.taken.push(() => {
        this.socket.bytesWritten += this.isKeyExchange ? 0 : piece.length;
        done();
      }),
  });
  isKeyExchange = false;

  take(): void {
    this.taken.shift()?.();
  }
}

const piece = Buffer.alloc(1000);

describe('what is written to a channel', () => {
  let channel: HeldChannel;
  let now: number;
  beforeEach(() => {
    now = 1_000_000;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    channel = new HeldChannel();
  });
  afterEach(() => jest.restoreAllMocks());

  const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
    const pending = Symbol();
    return (await Promise.race([promise, turn(pending)])) === pending;
  };

  it('waits for its client until that has taken it, and counts it then', async () => {
    const written = channel.writer.write(piece);
    expect(await isPending(written)).toBe(true);
    expect(channel.writer).toMatchObject({ isWaitedFor: true, taken: 0 });
    channel.take();
    expect(await written).toBe(true);
    expect(channel.writer).toMatchObject({ isWaitedFor: false, taken: 1000 });
  });

  it('waits for the client when there was nothing to tell for two minutes', async () => {
    now += 120_000;
    expect(channel.writer.isWaitedFor).toBe(false);
    now += 1;
    expect(channel.writer.isWaitedFor).toBe(true);
    const written = channel.writer.write(piece);
    channel.take();
    await written;
    expect(channel.writer.isWaitedFor).toBe(false);
    now += 120_001;
    expect(channel.writer.isWaitedFor).toBe(true);
  });

  it('knows how long the engine worked by what that says unasked', async () => {
    const said = async (after: number): Promise<number> => {
      now += after;
      const written = channel.writer.write(piece);
      channel.take();
      await written;
      return channel.writer.working;
    };
    expect(await said(30_000)).toBe(0);
    expect(await said(5_000)).toBe(5_000);
    channel.writer.asked();
    expect(await said(40_000)).toBe(5_000);
    expect(await said(1_000)).toBe(6_000);
  });

  it('waits for the end of a key exchange, during which nothing goes out', async () => {
    channel.isKeyExchange = true;
    const written = channel.writer.write(piece);
    channel.take();
    expect(await isPending(written)).toBe(true);
    expect(channel.writer.isWaitedFor).toBe(true);
    channel.client.emit('rekey');
    expect(await written).toBe(true);
  });

  it('waits for the system when it holds more than 1 MiB', async () => {
    channel.socket.writableLength = (1 << 20) + 1;
    const written = channel.writer.write(piece);
    channel.take();
    expect(await isPending(written)).toBe(true);
    channel.socket.emit('drain');
    expect(await written).toBe(true);
  });

  it('is told when nobody takes it any more, at once', async () => {
    const written = channel.writer.write(piece);
    channel.writer.gone();
    expect(await written).toBe(false);
    expect(await channel.writer.write(piece)).toBe(false);
  });
});
