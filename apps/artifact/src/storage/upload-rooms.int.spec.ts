import { createHash, randomBytes } from 'node:crypto';
import {
  identityCalls,
  type LeasedStorage,
  type LeaseStorage,
  type SettleStorage,
} from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { ArtifactSystem } from '../testing/artifact-system.js';

/** A ledger with one limit over everything. */
class Ledger {
  readonly leases = new Map<string, number>();
  readonly asked: string[] = [];
  usage = new Map<string, { bytes: number; version: number }>();
  limit = 1000;
  away = false;

  answer(subject: string, input: unknown): unknown {
    this.asked.push(subject);
    if (this.away) throw DomainError.unavailable('away');
    if (subject === identityCalls.leaseStorage) return this.lease(input as LeaseStorage);
    if (subject === identityCalls.settleStorage) return this.settle(input as SettleStorage);
    return undefined;
  }

  get used(): number {
    return [...this.usage.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  private lease({ lease, fit, hold }: LeaseStorage): LeasedStorage {
    const others = [...this.leases].reduce((sum, [name, bytes]) => (name === lease ? sum : sum + bytes), 0);
    const room = this.limit - this.used - others;
    if (fit > room) return { refused: 'project', limit: this.limit };
    this.leases.set(lease, Math.min(hold, room));
    return { held: Math.min(hold, room) };
  }

  private settle({ usages, ended = [] }: SettleStorage): void {
    for (const { repository, bytes, version } of usages)
      if (version > (this.usage.get(repository)?.version ?? -1))
        this.usage.set(repository, { bytes, version });
    for (const lease of ended) this.leases.delete(lease);
  }
}

describe('An upload under a limit of its project', () => {
  let system: ArtifactSystem;
  let ledger: Ledger;
  const project = { storageLimit: 1000 };

  beforeAll(async () => {
    system = await ArtifactSystem.start({
      replicas: 2,
      ledger: (subject, input) => ledger.answer(subject, input),
    });
  });
  afterAll(() => system.stop());
  beforeEach(() => (ledger = new Ledger()));

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
    const ledger = new Ledger();
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
