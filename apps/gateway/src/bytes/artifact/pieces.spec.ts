import { Pieces } from './pieces.js';

describe('pieces', () => {
  const taking = async (pieces: Pieces): Promise<string[]> => {
    const taken: string[] = [];
    for await (const piece of pieces) taken.push(piece.toString());
    return taken;
  };

  it('are taken in their order, whoever is there first', async () => {
    const before = new Pieces();
    before.write('a');
    before.write('b');
    before.end('c');
    expect(await taking(before)).toEqual(['a', 'b', 'c']);
    const after = new Pieces();
    const taken = taking(after);
    await Promise.resolve();
    for (const piece of ['a', 'b']) await new Promise((resolve) => after.write(piece, resolve));
    after.end();
    expect(await taken).toEqual(['a', 'b']);
    const empty = new Pieces();
    empty.end();
    expect(await taking(empty)).toEqual([]);
  });

  it('are done with when the next one is asked for, and hold up who writes more than wait', async () => {
    const pieces = new Pieces();
    const done: string[] = [];
    const write = (name: string): boolean =>
      pieces.write(Buffer.alloc(64 * 1024, name), () => done.push(name));
    expect([write('a'), write('b')]).toEqual([true, false]);
    const taker = pieces[Symbol.asyncIterator]();
    expect((await taker.next()).value?.[0]).toBe('a'.charCodeAt(0));
    await new Promise(setImmediate);
    expect(done).toEqual([]);
    const drained = new Promise((resolve) => pieces.once('drain', resolve));
    expect((await taker.next()).value?.[0]).toBe('b'.charCodeAt(0));
    await new Promise(setImmediate);
    expect(done).toEqual(['a']);
    const last = taker.next();
    await drained;
    pieces.end();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(await taker.next()).toEqual({ done: true, value: undefined });
  });

  it('that break off are an error for their taker', async () => {
    const waiting = new Pieces();
    const taken = taking(waiting);
    waiting.destroy();
    await expect(taken).rejects.toMatchObject({ code: 'ECONNRESET' });
    const busy = new Pieces();
    busy.on('error', () => undefined).write('a');
    const taker = busy[Symbol.asyncIterator]();
    await taker.next();
    busy.destroy(new Error('why'));
    await expect(taker.next()).rejects.toThrow('why');
    const over = new Pieces();
    over.destroy();
    await expect(taking(over)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('are not taken on when their taker stops', async () => {
    const pieces = new Pieces();
    pieces.write('a');
    for await (const piece of pieces) {
      expect(piece.toString()).toBe('a');
      break;
    }
    expect(pieces.destroyed).toBe(true);
  });
});
