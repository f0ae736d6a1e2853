import { createHash, randomUUID } from 'node:crypto';
import type { Principal, RepositoryScope } from '@holdfast/kernel';
import { locksOf, placeOf } from '../artifact-file/place.js';
import { takeLocks } from '../database/locked-transaction.js';
import { ArtifactSystem, developer } from '../testing/artifact-system.js';

const byDigest = {
  'x-checksum-deploy': 'true',
  'x-checksum-sha256': createHash('sha256').update('known').digest('hex'),
};

/** Of the same company. */
const account = (id: string): Principal => ({
  ...developer,
  account: { ...developer.account, id, uuid: randomUUID() },
});

// A deploy by digest waited for its path in the turn of its decision, of which a company has seven: below a tree that
// was being deleted it kept all of the company from reading, and was stored after its client had been told 503.
describe('deploys by digest that wait for their paths', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2 });
    repository = system.repository({ redeploy: true });
    await system.put('/known.jar', 'known', { repository });
  });
  afterAll(() => system.stop());

  /** Does the work while another process has the locks of the tree. */
  const whileLocked = async (work: () => Promise<void>): Promise<void> => {
    const holder = system.replicas[1].source.createQueryRunner();
    await holder.startTransaction();
    await takeLocks(holder.manager, locksOf(placeOf(repository.uuid, 'com')));
    try {
      await work();
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  };
  const deploy = async (path: string, principal: Principal, deadline?: number): Promise<number> =>
    (await system.put(path, '', { repository, principal, headers: byDigest, deadline })).status;
  const status = async (path: string, principal = developer): Promise<number> =>
    (await system.get(path, { repository, principal })).status;

  it('keep nobody of the company from reading', async () => {
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map(account);
    let waiting: Promise<unknown> = Promise.resolve();
    let ended = 0;
    await whileLocked(async () => {
      waiting = Promise.all(
        [ann, ann, ann, ann, bob, bob, bob].map((by, n) =>
          deploy(`/com/${n}.jar`, by).finally(() => (ended += 1)),
        ),
      );
      expect(await status('/known.jar', cid)).toBe(200);
      expect(ended).toBe(0);
    });
    expect(await waiting).toEqual(Array.from({ length: 7 }, () => 201));
  });

  it('are not stored after their time', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const deadline = Date.now() + 500;
    await whileLocked(async () => {
      late = deploy('/com/late.jar', developer, deadline).catch(String);
      while (Date.now() <= deadline) await new Promise((done) => setTimeout(done, 50));
    });
    expect(await late).toMatch('unavailable');
    expect(await status('/com/late.jar')).toBe(404);
    expect(await deploy('/com/late.jar', developer)).toBe(201);
  });
});
