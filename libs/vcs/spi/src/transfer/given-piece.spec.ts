import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { drained, give } from './given-piece.js';
import { TransferClient } from './transfer-client.js';

describe('a piece of an answer', () => {
  const client = (idle = 10_000) => new TransferClient(idle);
  const full = () => new PassThrough({ highWaterMark: 4 });
  const isSettled = async (work: Promise<unknown>): Promise<boolean> => {
    let settled = false;
    void work.then(() => (settled = true));
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    return settled;
  };

  it('is given at the speed of its client, and counted', async () => {
    const [sink, to] = [full(), client()];
    await give(Buffer.from('abc'), sink, to);
    const given = give(Buffer.from('defg'), sink, to);
    expect([to.isBehind, to.movedBytes, await isSettled(given)]).toEqual([true, 7, false]);
    expect(String(sink.read())).toBe('abcdefg');
    await given;
    expect(to.isBehind).toBe(false);
  });

  it('is nothing where it is empty, or nobody takes it any more', async () => {
    const [sink, to] = [full(), client()];
    sink.write('more than fits');
    await give(Buffer.alloc(0), sink, to);
    sink.destroy();
    await once(sink, 'close');
    await give(Buffer.from('lost'), sink, to);
    expect(to.movedBytes).toBe(4);
  });

  it('fails where its client takes nothing for too long', async () => {
    await expect(give(Buffer.from('abcdef'), full(), client(20))).rejects.toMatchObject({ cause: 'stalled' });
  });

  it('has room when what was written is taken, or its way has ended, and leaves nothing behind', async () => {
    for (const free of [(sink: PassThrough) => sink.resume(), (sink: PassThrough) => sink.destroy()]) {
      const sink = full();
      const before = [sink.listenerCount('drain'), sink.listenerCount('close')];
      sink.write('more than fits');
      const room = drained(sink);
      expect(await isSettled(room)).toBe(false);
      free(sink);
      await room;
      expect([sink.listenerCount('drain'), sink.listenerCount('close')]).toEqual(before);
    }
    const ended = full();
    ended.destroy();
    await once(ended, 'close');
    await drained(ended);
  });
});
