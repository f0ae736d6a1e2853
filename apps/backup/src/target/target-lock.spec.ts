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

  // A backup whose machine had died kept all others away until somebody unlocked the place.
  it('is done where who did it held the same in the same database, and holds it no more', async () => {
    const lost = { token: 't', host: 'another', pid: 1, since: '2026-11-23', database: 'one' };
    const left = (): Promise<void> => target.put('lock', Buffer.from(JSON.stringify(lost)));
    await left();
    for (const database of [undefined, 'other'])
      await expect(alone(target, () => Promise.resolve(), database)).rejects.toThrow(
        'another command is at work',
      );
    const seen = await alone(target, async () => (await target.get('lock'))?.toString(), 'one');
    expect(seen).toMatch(/"database":"one"/);
    expect([...target.objects.keys()]).toEqual([]);
  });

  // Who was taken for dead removed the lock of who had taken over, and a third one came in.
  it('ends with its own lock only', async () => {
    const others = Buffer.from(
      JSON.stringify({ token: 'other', host: 'another', pid: 1, since: '2026-11-23' }),
    );
    await alone(target, async () => {
      await target.remove('lock');
      await target.put('lock', others);
      await letGo();
    });
    expect(await target.get('lock')).toEqual(others);
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
