import { once } from 'node:events';
import { Readable } from 'node:stream';
import { resumedReading } from './resumed-reading.js';

describe('a stream of an object', () => {
  const range = { offset: 0, length: 10 };
  const none = () => Promise.reject(new Error('nothing more is asked for'));

  it('ends the answer with it, also where nobody has read from it', async () => {
    const first = Readable.from([Buffer.alloc(10)]);
    const reading = resumedReading(first, range, none);
    reading.destroy();
    await once(reading, 'close');
    expect(first.destroyed).toBe(true);
  });

  it('gives what the answer has', async () => {
    const pieces: Buffer[] = [];
    for await (const piece of resumedReading(Readable.from([Buffer.alloc(10, 'x')]), range, none))
      pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).toString()).toBe('x'.repeat(10));
  });
});
