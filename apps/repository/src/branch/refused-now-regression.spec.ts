import { setTimeout as wait } from 'node:timers/promises';
import { admissionLasts } from '@holdfast/kernel';
import type { Abilities, RefRefusal } from '@holdfast/vcs-spi';
import { refusedNow } from './refused-now.js';

const developer = { write: true, protectedPush: false, moveTags: false };
const nobody = { write: false, protectedPush: false, moveTags: false };
const missing: RefRefusal = { ref: 'refs/heads/x', name: 'x', rule: 'write_missing', reason: 'no' };

// A push of a thousand names of digits was looked at for seconds, twice, and the rights of its pusher between that: it
// landed three seconds after they had ended.
describe('what is forbidden of changes that are judged for long', () => {
  let can: Abilities;
  let looks: number;
  let judgements: Abilities[];
  beforeEach(() => {
    can = developer;
    looks = 0;
    judgements = [];
  });

  const long = admissionLasts + 50;
  interface Course {
    takes?: number;
    meanwhile?: () => void;
    isStill?: () => boolean;
    deadline?: number;
  }
  const judging = ({ takes = long, meanwhile, isStill, deadline = Date.now() + 60_000 }: Course = {}) =>
    refusedNow({
      judge: async (abilities) => {
        judgements.push(abilities);
        meanwhile?.();
        await wait(takes);
        return {
          refused: abilities.write ? [] : [missing],
          isStill: () => Promise.resolve(isStill?.() ?? true),
        };
      },
      look: () => {
        looks += 1;
        return Promise.resolve(can);
      },
      deadline,
    });

  it('is what holds when that is over', async () => {
    expect(await judging({ meanwhile: () => void (can = nobody) })).toEqual([missing]);
    expect(judgements).toEqual([developer, nobody]);
  });

  it('is judged once where nothing is different then', async () => {
    expect(await judging()).toEqual([]);
    expect([looks, judgements.length]).toEqual([2, 1]);
  });

  it('is judged again where the rules are others then', async () => {
    const still = [false, true];
    expect(await judging({ isStill: () => still.shift() === true })).toEqual([]);
    expect(judgements).toHaveLength(2);
  });

  it('takes nobody to look again where it was short', async () => {
    expect(await judging({ takes: 0 })).toEqual([]);
    expect(looks).toBe(1);
  });

  it('is unknown where the rules change again and again', async () => {
    const judged = judging({ isStill: () => false, deadline: Date.now() + long });
    await expect(judged).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
