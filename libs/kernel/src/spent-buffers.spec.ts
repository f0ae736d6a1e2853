import { jest } from '@jest/globals';
import { bufferSpent, spending } from './spent-buffers.js';

describe('buffers of bodies', () => {
  const collect = jest.fn();
  const { gc } = globalThis;

  beforeEach(() => {
    collect.mockReset();
    globalThis.gc = collect as unknown as NodeJS.GCFunction;
  });
  afterEach(() => {
    globalThis.gc = gc;
  });

  it('are collected after each 16 MiB, by a small collection', async () => {
    const piece = Buffer.alloc(1 << 20);
    const pieces = async function* (): AsyncIterable<Buffer> {
      for (let sent = 0; sent < 40; sent += 1) yield await Promise.resolve(piece);
    };
    let received = 0;
    for await (const { length } of spending(pieces())) received += length;
    expect(received).toBe(40 << 20);
    expect(collect.mock.calls).toEqual([[{ type: 'minor' }], [{ type: 'minor' }]]);
  });

  it('are left alone where node has no collector to call', () => {
    globalThis.gc = undefined;
    expect(() => bufferSpent(1 << 30)).not.toThrow();
  });
});
