import type { Principal } from '@holdfast/kernel';
import type { Exchange } from '../exchange.js';
import { HeldSlot } from './held-slot.js';

const principal = { company: { uuid: 'acme' }, account: { uuid: 'ann' } } as Principal;

describe('the slot of a transfer', () => {
  let now: number;
  let socket: { bytesRead: number; bytesWritten: number; writableLength: number };
  let slot: HeldSlot;
  beforeEach(() => {
    now = 0;
    socket = { bytesRead: 0, bytesWritten: 0, writableLength: 0 };
    const exchange = { req: { complete: false, socket }, res: { writableLength: 0 } } as unknown as Exchange;
    slot = new HeldSlot(exchange, principal, () => now);
  });

  /** Looks every second for so long, while so many bytes a second come; the last answer. */
  const looked = (seconds: number, rate: number, held: number): boolean => {
    let slow = false;
    for (const end = now + seconds * 1_000; now < end; now += 1_000, socket.bytesRead += rate)
      slow = slot.slow(held);
    return slow;
  };

  it('goes below a kibibyte a second', () => {
    expect(looked(12, 1_000, 1)).toBe(true);
    expect(looked(12, 2_000, 1)).toBe(false);
  });

  it('goes below sixteen after a minute, where its account has more than two', () => {
    expect(looked(55, 15_000, 3)).toBe(false);
    expect(looked(60, 15_000, 3)).toBe(true);
    expect(looked(22, 17_000, 3)).toBe(false);
  });

  it('stays for ever at a kibibyte a second, where its account has two', () => {
    expect(looked(300, 1_100, 2)).toBe(false);
  });
});
