import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { accessChanged, ticketHeader, type FileAnswer } from '@holdfast/contracts';
import { actor, type RepositoryScope } from '@holdfast/kernel';
import { locksOf, placeOf } from '../artifact-file/place.js';
import { takeLocks } from '../database/locked-transaction.js';
import { DecisionTurns } from '../turns/decision-turns.js';
import { ArtifactSystem, asBefore, type Asking } from '../testing/artifact-system.js';

const jar = '/com/acme/lib/1.0/lib-1.0.jar';
const snapshot = '/com/acme/lib/2-SNAPSHOT/lib-2-SNAPSHOT.jar';

/**
 * Uploads took their time, or waited for those before them; meanwhile the rights of who sent them ended, or the
 * settings of the repository were changed. They were stored by what had been before.
 */
describe('an upload that waited', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    system.standing.now = asBefore;
    repository = system.repository({ redeploy: true });
  });

  /** Its status; `during` is done when it was let in, before its body comes. */
  const put = async (path: string, body: string, during: () => void, more: Asking = {}): Promise<number> => {
    const headers = { 'content-length': String(body.length), ...more.headers };
    const decision = await system.decide('PUT', path, { repository, ...more, headers });
    if (decision.is === 'answer') return decision.status;
    if (decision.is !== 'upload') throw new Error(decision.is);
    during();
    const sent = { method: 'PUT', headers: { [ticketHeader]: decision.ticket }, body };
    return ((await (await fetch(decision.address, sent)).json()) as FileAnswer).status;
  };
  const nothing = (): void => undefined;
  const text = async (path: string): Promise<string> => (await system.get(path, { repository })).text;
  /** From now on the repository has these settings. */
  const settings = (now: Partial<RepositoryScope>) => () => void system.context({ ...repository, ...now });

  it('replaces no released file once that is forbidden', async () => {
    expect(await put(jar, 'released', nothing)).toBe(201);
    expect(await put(jar, 'again', nothing)).toBe(204);
    expect(await put(jar, 'evil', settings({ redeploy: false }))).toBe(409);
    expect(await text(jar)).toBe('again');
  });

  it('stores nothing that the policy has forbidden meanwhile', async () => {
    for (const path of [snapshot, `${snapshot}.sha1`]) {
      const body = path === snapshot ? 'x' : '0'.repeat(40);
      expect(await put(path, body, settings({ policy: 'release' }))).toBe(409);
    }
    expect((await system.get(snapshot, { repository })).status).toBe(404);
    expect(await put(snapshot, 'x', settings({ policy: 'snapshot' }))).toBe(201);
  });

  const metadata = `<metadata><groupId>com.acme</groupId><artifactId>lib</artifactId></metadata>`;
  const sha256 = createHash('sha256').update('known').digest('hex');
  const byDigest = { headers: { 'x-checksum-deploy': 'true', 'x-checksum-sha256': sha256 } };
  const uploads: [what: string, path: string, body: string, more: Asking][] = [
    ['a file', jar, 'x', {}],
    ['a checksum', `${jar}.sha1`, '0'.repeat(40), {}],
    ['an index', '/com/acme/lib/maven-metadata.xml', metadata, {}],
    ['a file by its digest', jar, '', byDigest],
  ];

  it.each(uploads)(
    'for its path is not stored with rights that have ended: %s',
    async (_what, path, body, more) => {
      await put('/known.jar', 'known', nothing);
      const waited = async (roles: 'developer'[]): Promise<number> => {
        const [{ source }] = system.replicas;
        const holder = source.createQueryRunner();
        await holder.startTransaction();
        await takeLocks(holder.manager, locksOf(placeOf(repository.uuid, 'com')));
        const answer = put(path, body, nothing, more);
        await wait(200);
        system.standing.now = {
          ...asBefore,
          project: { ...asBefore.project, roles } as typeof asBefore.project,
        };
        await holder.rollbackTransaction();
        await holder.release();
        return answer;
      };
      expect(await waited([])).toBe(403);
      expect((await system.get(jar, { repository })).status).toBe(404);
      system.standing.now = asBefore;
      expect(await waited(['developer'])).toBe(201);
    },
  );

  it.each([uploads[0], uploads[3]])(
    'for a turn in the service is not stored with rights that have ended: %s',
    async (_what, path, body, more) => {
      const [replica] = system.replicas;
      const ctx = system.context(repository);
      await put('/known.jar', 'known', nothing);
      // Heard for so long that a quiet while is believed.
      replica.hear(accessChanged);
      await wait(2_100);
      let release = (): void => undefined;
      const held = new Promise<void>((done) => (release = done));
      const turns = replica.part(DecisionTurns);
      const others = Array.from({ length: 64 }, () => turns.run(actor(ctx), () => held));
      const answer = put(path, body, nothing, { ...more, admitted: Date.now() });
      await wait(50);
      system.standing.now = { caller: asBefore.caller, repository: asBefore.repository };
      replica.hear(accessChanged, { company: actor(ctx).company.uuid });
      await wait(1_100);
      release();
      await Promise.all(others);
      expect(await answer).toBe(404);
      system.standing.now = asBefore;
      expect(await put(path, body, nothing, { ...more, admitted: Date.now() })).toBe(201);
    },
    20_000,
  );
});
