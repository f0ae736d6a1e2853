import { createHash, randomBytes } from 'node:crypto';
import { identityCalls, ticketHeader, type FileAnswer, type LeaseStorage } from '@holdfast/contracts';
import type { ProjectScope, RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem, asBefore, type Asking } from '../testing/artifact-system.js';

/**
 * What was begun without a storage limit was never counted: whoever had uploads open when he got one stored whatever he
 * liked afterwards.
 */
describe('a storage limit that comes while an upload is open', () => {
  const limit = 1000;
  let system: ArtifactSystem;
  let leased: LeaseStorage[];
  let ended: string[];
  beforeAll(async () => {
    const ledger = (subject: string, input: unknown): unknown => {
      if (subject === identityCalls.leaseStorage) {
        const asked = input as LeaseStorage;
        leased.push(asked);
        return asked.fit > limit ? { refused: 'repository', limit } : { held: asked.fit };
      }
      if (subject === identityCalls.settleStorage)
        ended.push(...((input as { ended?: string[] }).ended ?? []));
      return undefined;
    };
    system = await ArtifactSystem.start({ ledger });
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    system.standing.now = asBefore;
    [leased, ended] = [[], []];
  });

  /** `during` is done when it was let in, before its body comes. */
  const put = async (path: string, body: Buffer, during: () => void, asking: Asking): Promise<number> => {
    const headers = { 'content-length': String(body.length), ...asking.headers };
    const decision = await system.decide('PUT', path, { ...asking, headers });
    if (decision.is === 'answer') return decision.status;
    if (decision.is !== 'upload') throw new Error(decision.is);
    during();
    const sent = { method: 'PUT', headers: { [ticketHeader]: decision.ticket }, body: new Uint8Array(body) };
    return ((await (await fetch(decision.address, sent)).json()) as FileAnswer).status;
  };
  const limited = (repository: RepositoryScope) => (): void =>
    void system.context({ ...repository, storageLimit: limit });
  const ofProject = (): void => {
    const project = { ...asBefore.project, storageLimit: limit } as ProjectScope;
    system.standing.now = { ...asBefore, project };
  };

  it.each(['the repository', 'the project'])('holds for it, that of %s', async (of) => {
    const repository = system.repository();
    const comes = of === 'the repository' ? limited(repository) : ofProject;
    expect(await put('/fits', randomBytes(800), comes, { repository })).toBe(201);
    expect(await put('/large', randomBytes(1_200), comes, { repository })).toBe(507);
    expect((await system.get('/large', { repository })).status).toBe(404);
    expect(leased.map(({ fit }) => fit)).toEqual([800, 1_200]);
    expect(ended.sort()).toEqual(leased.map(({ lease }) => lease).sort());
    await system.stagingIsEmpty();
  });

  it('holds in place of the one that there was', async () => {
    const repository = system.repository({ storageLimit: 5_000 });
    expect(await put('/fits', randomBytes(800), limited(repository), { repository })).toBe(201);
    expect(leased.map(({ limit: of }) => of)).toEqual([5_000, limit]);
    expect(ended.sort()).toEqual(leased.map(({ lease }) => lease).sort());
  });

  it('does not hold where it has gone', async () => {
    const repository = system.repository({ storageLimit: limit });
    const comes = (): void => void system.context({ ...repository, storageLimit: undefined });
    expect(await put('/fits', randomBytes(800), comes, { repository })).toBe(201);
    expect(leased).toHaveLength(1);
  });

  it('holds for what comes without its bytes', async () => {
    const repository = system.repository();
    const body = randomBytes(1_200);
    expect(await put('/there', body, () => undefined, { repository })).toBe(201);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': sha256 };
    ofProject();
    expect((await system.put('/again', '', { repository, headers })).status).toBe(507);
  });
});
