import { uuidv7, type CallContext } from '@holdfast/kernel';
import { answer } from '../replies.fixture.js';
import { ArrivalsService } from './arrivals.service.js';

type Parts = ConstructorParameters<typeof ArrivalsService>;

// A clone that read an old copy broke off when the repository moved back: what was refused because of it removed it.
describe('a repository that moves back to where an old copy of it is read', () => {
  it('is refused, and nothing of the copy goes', async () => {
    const made = { uuid: uuidv7(), type: 'git' };
    const inHand = new Set<string>();
    const removed: string[] = [];
    const remove = (): Promise<void> => Promise.resolve(void removed.push('copy'));
    const parts = [
      { isUnderWay: () => Promise.resolve(true) },
      { of: () => ({ vcs: {}, isThere: () => Promise.resolve(true) }) },
      { node: 'node-1', holds: () => Promise.resolve(true), discard: remove },
      {
        take: (uuid: string) => !inHand.has(uuid) && inHand.add(uuid),
        letGo: (uuid: string) => inHand.delete(uuid),
        settle: remove,
      },
      { removeUnused: () => Promise.resolve(false) },
      { left: () => Promise.resolve(1_000_000) },
      {},
      {},
      {},
    ] as unknown as Parts;
    const asked = { ...made, name: uuidv7(), bytes: 1 };
    const receive = () => answer(new ArrivalsService(...parts).receive({} as CallContext, asked));
    await expect(receive()).rejects.toThrow('an earlier copy of the repository is still read there');
    expect([removed, inHand.size]).toEqual([[], 0]);
  });
});
