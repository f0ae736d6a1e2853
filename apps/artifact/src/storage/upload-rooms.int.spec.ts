import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ticketHeader } from '@holdfast/contracts';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { LedgerFixture } from '../testing/ledger.fixture.js';

describe('An upload under a limit of its project', () => {
  let system: ArtifactSystem;
  let ledger: LedgerFixture;
  const project = { storageLimit: 1000 };

  beforeAll(async () => {
    system = await ArtifactSystem.start({
      replicas: 2,
      ledger: (subject, input) => ledger.answer(subject, input),
    });
  });
  afterAll(() => system.stop());
  beforeEach(() => (ledger = new LedgerFixture('project', 1000)));

  it('is stored while there is room, and refused with the reason where there is none', async () => {
    const on = { repository: system.repository(), project };
    expect((await system.put('/a', randomBytes(600), on)).status).toBe(201);
    expect(ledger.used).toBe(600);
    const refused = await system.put('/b', randomBytes(401), on);
    expect(refused).toMatchObject({
      status: 507,
      reason: 'the storage limit of the project is reached (1000 bytes)',
    });
    const streamed = await system.put('/b', randomBytes(401), { ...on, chunked: true });
    expect([streamed.status, streamed.reason]).toEqual([507, refused.reason]);
    expect((await system.get('/b', on)).status).toBe(404);
    await system.stagingIsEmpty();
    expect([...ledger.leases]).toEqual([]);
    expect((await system.put('/b', randomBytes(400), on)).status).toBe(201);
  });

  it('does not pass it together with others', async () => {
    const on = { repository: system.repository(), project };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => system.put(`/f${n}`, randomBytes(300), { ...on, replica: n % 2 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 507)).toHaveLength(7);
    expect([ledger.used, ledger.leases.size]).toEqual([900, 0]);
  });

  // Each held a MiB of its 3, and what the gateway had staged was stored.
  it('does not pass it together with others either where the gateway stages it', async () => {
    const mib = 2 ** 20;
    ledger.limit = 5 * mib;
    const on = { repository: system.repository(), project: { storageLimit: 5 * mib } };
    const { blobs } = system.replicas[1];
    const upload = async (path: string): Promise<() => Promise<number>> => {
      const headers = { 'content-length': String(3 * mib) };
      const decision = await system.decide('PUT', path, { ...on, headers, stagesAt: blobs.stagesAt });
      if (decision.is !== 'upload') throw new Error(`it was ${decision.is}`);
      const { name, size, digests } = await blobs.stage(Readable.from([randomBytes(3 * mib)]));
      return async () => {
        const sent = {
          method: 'POST',
          headers: { [ticketHeader]: decision.ticket },
          body: JSON.stringify({ name, size, digests }),
        };
        return ((await (await fetch(decision.address, sent)).json()) as { status: number }).status;
      };
    };
    const finish = [await upload('/a'), await upload('/b')];
    const statuses = await Promise.all(finish.map((each) => each()));
    expect(statuses.sort()).toEqual([201, 507]);
    expect([ledger.used, ledger.leases.size]).toEqual([3 * mib, 0]);
    await system.stagingIsEmpty();
  });

  it('by digest counts as well', async () => {
    const on = { repository: system.repository(), project };
    const body = randomBytes(600);
    await system.put('/a', body, on);
    const headers = {
      'x-checksum-deploy': 'true',
      'x-checksum-sha256': createHash('sha256').update(body).digest('hex'),
    };
    expect((await system.put('/b', '', { ...on, headers })).status).toBe(507);
  });

  it('of what is stored already takes none, also where more is stored than may be', async () => {
    const on = { repository: system.repository(), project };
    const body = randomBytes(1000);
    await system.put('/a', body, on);
    const digest = createHash('sha256').update(body).digest('hex');
    const deployed = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': digest };
    for (const limit of [1000, 500]) {
      ledger.limit = limit;
      expect((await system.put('/a', body, on)).status).toBe(204);
      expect((await system.put('/a', body, { ...on, chunked: true })).status).toBe(204);
      expect((await system.put('/a', '', { ...on, headers: deployed })).status).toBe(204);
      expect((await system.put('/a', randomBytes(1000), on)).status).toBe(409);
      expect((await system.put('/b', 'x', on)).status).toBe(507);
    }
    expect([ledger.used, ledger.leases.size]).toEqual([1000, 0]);
  });

  it('that replaces a file takes as much as it grows', async () => {
    const on = { repository: system.repository({ redeploy: true }), project };
    const put = async (bytes: number, chunked: boolean): Promise<number> =>
      (await system.put('/a', randomBytes(bytes), { ...on, chunked })).status;
    expect(await put(600, false)).toBe(201);
    for (const chunked of [false, true]) {
      expect([await put(1000, chunked), await put(1001, chunked), ledger.used]).toEqual([204, 507, 1000]);
      expect([await put(600, chunked), ledger.used, ledger.leases.size]).toEqual([204, 600, 0]);
    }
    await system.stagingIsEmpty();
  });

  /** A file of 600 bytes, and an upload of as many that has been let in to replace it. */
  const replacing = async () => {
    const on = { repository: system.repository({ redeploy: true }), project };
    await system.put('/a', randomBytes(600), on);
    const decision = await system.decide('PUT', '/a', { ...on, headers: { 'content-length': '600' } });
    const finish = async (): Promise<number> => {
      if (decision.is !== 'upload') throw new Error(`it was ${decision.is}`);
      const headers = { [ticketHeader]: decision.ticket };
      const sent = { method: 'PUT', headers, body: randomBytes(600) };
      return ((await (await fetch(decision.address, sent)).json()) as { status: number }).status;
    };
    return { on, finish };
  };

  it('finds no room in what is gone when it ends: of a file that was deleted, or has become smaller', async () => {
    for (const smaller of [undefined, 100]) {
      ledger = new LedgerFixture('project', 1000);
      const { on, finish } = await replacing();
      if (smaller === undefined) await system.delete('/a', on);
      else expect((await system.put('/a', randomBytes(smaller), { ...on, replica: 1 })).status).toBe(204);
      expect((await system.put('/b', randomBytes(700), on)).status).toBe(201);
      expect(await finish()).toBe(507);
      expect([ledger.used, ledger.leases.size]).toEqual([700 + (smaller ?? 0), 0]);
    }
  });

  it('takes room for all of it while another one replaces the same file', async () => {
    const { on, finish } = await replacing();
    const again = () => system.put('/a', randomBytes(600), on);
    expect((await again()).status).toBe(507);
    expect([await finish(), (await again()).status]).toEqual([204, 204]);
  });

  it('finds the room that a deletion made', async () => {
    const on = { repository: system.repository(), project };
    await system.put('/a', randomBytes(900), on);
    expect((await system.delete('/a', on)).status).toBe(204);
    expect(ledger.used).toBe(0);
    expect((await system.put('/b', randomBytes(900), on)).status).toBe(201);
  });

  it('waits for the ledger’s return with 503 where it is away', async () => {
    const on = { repository: system.repository(), project };
    ledger.away = true;
    await expect(system.put('/a', 'x', on)).rejects.toThrow('unavailable');
    ledger.away = false;
    expect((await system.put('/a', 'x', on)).status).toBe(201);
  });

  it('asks nobody anything where there is no limit', async () => {
    const on = { repository: system.repository() };
    expect((await system.put('/a', randomBytes(5000), on)).status).toBe(201);
    await system.delete('/a', on);
    expect(ledger.asked).toEqual([]);
  });
});

describe('An upload under a limit of the installation and one of its project', () => {
  it('holds no room under the one when the other refuses it', async () => {
    const ledger = new LedgerFixture('project', 1000);
    const answer = (subject: string, input: unknown): unknown => ledger.answer(subject, input);
    const system = await ArtifactSystem.start({ storageLimit: 2000, ledger: answer });
    try {
      const repository = system.repository();
      const refused = await system.put('/a', randomBytes(1001), {
        repository,
        project: { storageLimit: 1000 },
      });
      expect(refused.status).toBe(507);
      expect((await system.put('/a', randomBytes(2000), { repository })).status).toBe(201);
    } finally {
      await system.stop();
    }
  });
});
