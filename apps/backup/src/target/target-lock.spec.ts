import { MemoryTarget } from '../memory-target.fixture.js';
import { alone, letGo } from './target-lock.js';

describe('work at the place of the backups', () => {
  let target: MemoryTarget;
  beforeEach(() => (target = new MemoryTarget()));

  it('is done by one at a time', async () => {
    await alone(target, async () => {
      await expect(alone(target, () => Promise.resolve())).rejects.toThrow(
        'another command is at work there',
      );
    });
    await alone(target, () => Promise.resolve());
    expect([...target.objects.keys()]).toEqual([]);
  });

  // The pod of a backup that had to go left its lock, and no other one was made until somebody unlocked the place.
  it('leaves nothing where its process is told to end', async () => {
    let end = (): void => undefined;
    const work = alone(target, () => new Promise<void>((done) => (end = done)));
    await new Promise((done) => setTimeout(done, 10));
    expect([...target.objects.keys()]).toEqual(['lock']);
    await letGo();
    expect([...target.objects.keys()]).toEqual([]);
    await alone(target, () => Promise.resolve());
    end();
    await work;
    await letGo();
  });
});
