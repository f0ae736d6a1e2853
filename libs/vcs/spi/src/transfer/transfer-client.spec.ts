import { jest } from '@jest/globals';
import { TransferClient } from './transfer-client.js';

describe('what moves between a client and a program', () => {
  const { gc } = globalThis;
  afterEach(() => {
    globalThis.gc = gc;
  });

  it('has its buffers collected, in either direction', () => {
    const collect = jest.fn();
    globalThis.gc = collect as unknown as NodeJS.GCFunction;
    const client = new TransferClient(1_000);
    for (let sent = 0; sent < 64; sent += 1) client.moved(1 << 20);
    expect(collect.mock.calls).toEqual(Array.from({ length: 4 }, () => [{ type: 'minor' }]));
    expect(client.movedBytes).toBe(64 << 20);
  });
});
