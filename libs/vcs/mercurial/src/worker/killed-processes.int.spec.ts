import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

describeMercurial('resident processes that are killed', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const killAll = async (): Promise<number> => {
    const all = await world.processes();
    for (const pid of all) process.kill(pid, 'SIGKILL');
    return all.length;
  };

  it('leave nothing of the push that waited for its decision, and others go on by themselves', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const id = await world.commit(work, 'a', 'a'.repeat(100_000));
    let asked: () => void = () => undefined;
    const deciding = new Promise<void>((resolve) => (asked = resolve));
    let decide: () => void = () => undefined;
    world.instead = () => {
      asked();
      return new Promise((resolve) => (decide = () => resolve({ accepted: true })));
    };
    const cut = world.hg(work, 'push', url);
    await deciding;
    expect(await killAll()).toBeGreaterThan(1);
    expect((await cut).code).not.toBe(0);
    world.instead = undefined;
    // A yes that comes too late is reported as any other.
    decide();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(world.reports).toMatchObject([{ accepted: true, changed: false }]);
    for (let left = 60; left > 0 && !(await world.engine.health()).ready; left -= 1)
      await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(0);
    await world.must(work, 'push', '-q', url);
    expect((await world.kind.open(directory).branches.snapshot()).get('default')).toBe(id);
    expect(await world.must(directory, 'verify')).not.toMatch(/warning|damaged/);
  });
});
