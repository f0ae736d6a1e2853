import { ConversationPace } from './conversation-pace.js';

describe('the pace of a conversation', () => {
  let now: number;
  let pace: ConversationPace;
  let [moved, worked] = [0, 0];
  beforeEach(() => {
    [now, moved, worked] = [0, 0, 0];
    pace = new ConversationPace(() => now);
  });

  /** Asks every second for so long, while so much is moved and worked in each; the last answer. */
  const looked = (
    seconds: number,
    held: number,
    deeds: { moved?: number; worked?: number } = {},
  ): boolean => {
    let slow = false;
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      moved += deeds.moved ?? 0;
      worked += deeds.worked ?? 0;
      slow = pace.isSlow({ moved, worked }, held);
    }
    return slow;
  };

  it('lets one wait a minute for who has one slot, and less where he has more', () => {
    expect(looked(60, 1)).toBe(false);
    expect(looked(1, 1)).toBe(true);
    pace = new ConversationPace(() => now);
    expect(looked(7, 8)).toBe(false);
    expect(looked(1, 8)).toBe(true);
  });

  it('counts the whole of it: a word is no new beginning', () => {
    expect(looked(40, 1)).toBe(false);
    expect(looked(1, 1, { moved: 130 })).toBe(false);
    expect(looked(20, 1)).toBe(true);
  });

  it('counts the time in which nobody asked', () => {
    now += 61_000;
    expect(pace.isSlow({ moved, worked }, 1)).toBe(true);
  });

  it('is paid for by what is moved: a kibibyte a second, sixteen of who has more than two', () => {
    expect(looked(600, 2, { moved: 1_024 })).toBe(false);
    expect(looked(600, 8, { moved: 16 << 10 })).toBe(false);
    expect(looked(60, 8, { moved: 8 << 10 })).toBe(true);
  });

  it('is paid for by work, and not for long in advance', () => {
    expect(looked(600, 8, { worked: 1_000 })).toBe(false);
    looked(10, 8, { worked: 600_000 });
    expect(looked(12, 8)).toBe(false);
    expect(looked(1, 8)).toBe(true);
  });
});
