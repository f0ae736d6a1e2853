import { LfsWorld } from './lfs-world.fixture.js';

// Each lock left rows and an audit event, also where only the reserve of the disk was left.
describe('locks on a full disk', () => {
  let world: LfsWorld;
  beforeAll(async () => {
    world = await LfsWorld.start();
  });
  afterAll(() => world.stop());

  it('are not made, and can be taken away', async () => {
    const name = await world.repository('code');
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${world.url}/${name}/info/lfs/${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/vnd.git-lfs+json' },
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    world.left = 10_000;
    const lock = { id: '0'.repeat(24), path: 'a', lockedAt: 0, owner: 'ann', own: true };
    world.lockAnswer = { locks: [lock] };
    const refused = await post('locks', { path: 'a' });
    expect(refused.status).toBe(507);
    expect(refused.body.message).toContain('disk');
    expect(world.asked).toEqual([]);
    expect((await post(`locks/${lock.id}/unlock`, {})).status).toBe(200);
  });
});
