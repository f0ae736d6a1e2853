import type { Principal } from '@holdfast/kernel';
import { ConversationSlot } from './conversation-slot.js';

const principal = { company: { uuid: 'acme' }, account: { uuid: 'ann' } } as Principal;

describe('the slot of a conversation', () => {
  let now: number;
  let writer: { isWaitedFor: boolean; taken: number; working: number };
  let slot: ConversationSlot;
  beforeEach(() => {
    now = 0;
    writer = { isWaitedFor: false, taken: 0, working: 0 };
    const over = () => Promise.resolve();
    slot = new ConversationSlot(
      principal,
      { writer, heard: () => 0, gone: over, giveWay: () => undefined },
      () => now,
    );
  });

  /** Looks every second for so long; the last answer. `deed`: what happens in each. */
  const looked = (seconds: number, deed: (second: number) => void): boolean => {
    let slow = false;
    for (let second = 1; second <= seconds; second += 1) {
      now += 1_000;
      deed(second);
      slow = slot.slow(8);
    }
    return slow;
  };
  const word = (second: number): void => {
    if (second % 40 === 0) writer.taken += 4;
  };

  it('goes after two minutes in sum in which nothing was moved, whatever was said between', () => {
    expect(looked(120, word)).toBe(false);
    expect(looked(2, word)).toBe(true);
    expect(slot.rate).toBeLessThan(-120_000);
  });

  it('stays while it moves, or its program goes on telling that it works', () => {
    expect(looked(600, () => (writer.taken += 16 << 10))).toBe(false);
    expect(looked(600, (second) => (writer.working = Math.floor(second / 5) * 5_000))).toBe(false);
  });
});
