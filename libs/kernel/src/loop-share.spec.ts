import { LoopShare } from './loop-share.js';

const othersHadTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the share of an event loop', () => {
  const clocked = () => {
    const clock = { now: 0 };
    return { clock, share: new LoopShare(5, () => clock.now) };
  };

  it('is over after some milliseconds of one turn, whoever took them', async () => {
    const { clock, share } = clocked();
    expect(share.isOver).toBe(false);
    clock.now = 4;
    expect(share.isOver).toBe(false);
    clock.now = 5;
    expect(share.isOver).toBe(true);
    await othersHadTheLoop();
    expect(share.isOver).toBe(false);
  });

  it('goes to one of those who wait in each turn, in their order', async () => {
    const { clock, share } = clocked();
    const went: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let step = 1; step <= 3; step += 1) {
        if (share.isOver) await share.pass();
        went.push(`${name}${step}`);
        clock.now += 5;
      }
    };
    let turns = 0;
    let isDone = false;
    const others = async (): Promise<void> => {
      for (; !isDone; turns += 1) await othersHadTheLoop();
    };
    const counted = others();
    await Promise.all(['a', 'b', 'c'].map(work));
    isDone = true;
    await counted;
    expect(went).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'b3', 'c3']);
    // The first took what there was of the first turn; each of the other eight had one of its own.
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it('never makes short work wait', async () => {
    const { share } = clocked();
    let turns = 0;
    setImmediate(() => (turns += 1));
    for (let step = 0; step < 1000; step += 1) if (share.isOver) await share.pass();
    await Promise.resolve();
    expect(turns).toBe(0);
  });

  it('may be passed on at once', async () => {
    const { share } = clocked();
    let turns = 0;
    setImmediate(() => (turns += 1));
    await share.pass();
    expect(turns).toBe(1);
  });
});
