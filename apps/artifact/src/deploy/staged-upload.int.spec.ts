import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { ticketHeader, type FileAnswer, type UploadTicket, type StagedBody } from '@holdfast/contracts';
import { leaseStep } from '@holdfast/platform/leases';
import { log } from '@holdfast/platform/observability';
import type { Asking } from '../testing/artifact-system.js';
import { ArtifactSuite, jar } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();

/** The second replica's store stands for that of the gateway. */
const gateway = (): string => suite.system.replicas[1].blobs.stagesAt;

/** What is decided about an upload of so many bytes by a gateway that reaches the store itself. */
const decided = async (length?: number, path = jar, more: Asking = {}): Promise<UploadTicket> => {
  const headers = { ...(length === undefined ? {} : { 'content-length': String(length) }), ...more.headers };
  const decision = await suite.system.decide(
    'PUT',
    path,
    suite.here({ stagesAt: gateway(), ...more, headers }),
  );
  if (decision.is !== 'upload') throw new Error(decision.is);
  return decision;
};

/** Stages as another process does. */
const staged = async (bytes: Buffer): Promise<StagedBody> => {
  const { name, size, digests } = await suite.system.replicas[1].blobs.stage(Readable.from([bytes]));
  return { name, size, digests };
};

const tell = async ({ address, ticket }: UploadTicket, body: unknown): Promise<FileAnswer | number> => {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { [ticketHeader]: ticket },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return answer.status === 200 ? ((await answer.json()) as FileAnswer) : answer.status;
};

const get = () => suite.get(jar);

describe('an upload that the gateway has staged', () => {
  it('is stored under its digests, and its bytes are moved', async () => {
    const bytes = randomBytes(100_000);
    const upload = await decided(bytes.length);
    expect(upload.stages).toBe(true);
    expect(await tell(upload, await staged(bytes))).toMatchObject({ status: 201 });
    expect((await get()).body.equals(bytes)).toBe(true);
  });

  it('is judged by the same rules, and what is refused is removed', async () => {
    const [one, other] = [randomBytes(50), randomBytes(50)];
    expect(await tell(await decided(50), await staged(one))).toMatchObject({ status: 201 });
    expect(await tell(await decided(50), await staged(other))).toMatchObject({ status: 409 });
    expect(await tell(await decided(50), await staged(one))).toMatchObject({ status: 204 });
    expect(await tell(await decided(50, '/b'), await staged(randomBytes(51)))).toMatchObject({ status: 400 });
    const headers = { 'x-checksum-md5': '0'.repeat(32) };
    expect(await tell(await decided(50, '/b', { headers }), await staged(other))).toMatchObject({
      status: 409,
    });
    expect((await get()).body.equals(one)).toBe(true);
  });

  it('is stored by nobody when it is not described, or not there', async () => {
    const good = await staged(randomBytes(10));
    const { name, digests } = good;
    const bad = [
      '',
      '{',
      'null',
      { ...good, name: '../../../etc/passwd' },
      { ...good, name: `${name}0` },
      { ...good, size: '10' },
      { ...good, digests: { ...digests, sha256: '../'.padEnd(64, 'a') } },
      { ...good, digests: { ...digests, md5: '' } },
    ];
    for (const body of bad) {
      const answer = await tell(await decided(10), body);
      expect([body, typeof answer === 'number' ? answer : answer.status]).toEqual([body, 503]);
    }
    expect((await get()).status).toBe(404);
    expect(await tell(await decided(10), good)).toMatchObject({ status: 201 });
  });

  it('breaks off without a complaint when it is gone with its client', async () => {
    const complaints = [jest.spyOn(log, 'error'), jest.spyOn(log, 'warn')];
    const body = await staged(randomBytes(10));
    await suite.system.replicas[1].blobs.adopt(body).discard();
    expect(await tell(await decided(10), body)).toBe(503);
    for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled();
    jest.restoreAllMocks();
    expect((await get()).status).toBe(404);
  });

  it('is wanted for small files of known length from a gateway that reaches the store, and for no others', async () => {
    expect((await decided(leaseStep)).stages).toBe(true);
    expect((await decided(leaseStep + 1)).stages).toBeUndefined();
    expect((await decided()).stages).toBeUndefined();
    for (const stagesAt of [undefined, '', '..', gateway().replace(/.$/, 'g'), gateway().replace('.', '.9')])
      expect((await decided(10, jar, { stagesAt })).stages).toBeUndefined();
    const checksum = await decided(32, `${jar}.md5`);
    expect(checksum.stages).toBeUndefined();
    expect(await tell(checksum, 'a'.repeat(32))).toBe(503);
  });
});
