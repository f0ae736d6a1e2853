import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { setLogLevel } from '@holdfast/platform/observability';
import { ArtifactSystem } from '../testing/artifact-system.js';

// What was restored to be tried got the bucket of the installation that lives, and removed what had come since.
describe('a store of blobs that two installations share', () => {
  let living: ArtifactSystem;
  let copy: ArtifactSystem;
  beforeAll(async () => {
    setLogLevel('silent');
    living = await ArtifactSystem.start();
    copy = await ArtifactSystem.start({ data: living.data });
    // A restore does so.
    await copy.replicas[0].source.query('update store_owner set uuid = gen_random_uuid()');
  });
  afterAll(async () => {
    await copy.stop();
    await living.stop();
  });
  const sweep = (system: ArtifactSystem) => system.replicas[0].sweep.sweep(-60_000);

  it('loses nothing by the one whose it is not, whatever that one knows', async () => {
    const repository = living.repository();
    const body = randomBytes(100);
    expect((await living.put('/before', 'x', { repository })).status).toBe(201);
    expect((await sweep(living)).removed).toBe(0);
    expect((await living.put('/since', body, { repository })).status).toBe(201);
    expect(await sweep(copy)).toEqual({ seen: 0, removed: 0, staged: 0 });
    expect((await living.get('/since', { repository })).body).toEqual(body);
  });

  it('is swept by the one whose it is', async () => {
    const repository = living.repository();
    await living.put('/gone', randomBytes(101), { repository });
    await living.delete('/gone', { repository });
    expect((await sweep(living)).removed).toBe(1);
  });

  it('is no longer, as soon as another one has it, also in the middle of a pass', async () => {
    const { blobs, sweep: passes } = living.replicas[0];
    const repository = living.repository();
    await living.put('/gone', randomBytes(102), { repository });
    await living.delete('/gone', { repository });
    const begin = blobs.sweep.bind(blobs);
    const taken = jest.spyOn(blobs, 'sweep').mockImplementation(async (options) => {
      await blobs.owner.forget();
      await blobs.owner.claim('somebody else');
      return begin(options);
    });
    expect((await passes.sweep(-60_000)).removed).toBe(0);
    taken.mockRestore();
  });
});
