import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { SweepOptions } from '@holdfast/blob-spi';
import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem } from '../testing/artifact-system.js';
import type { Replica } from '../testing/replica.js';

/** A store that may carry out a removal some time after it was asked: as a bucket behind a network does. */
const late = ({ blobs }: Replica) => {
  const [removals, sweep]: [(() => Promise<void>)[], typeof blobs.sweep] = [[], blobs.sweep.bind(blobs)];
  let answers: () => Promise<void> = () => Promise.resolve();
  let lingers: number | undefined;
  Object.assign(blobs, {
    removalLingers: 60_000,
    sweep: (options: SweepOptions) =>
      sweep({
        ...options,
        remove: (digest, unlink) =>
          options.remove(
            digest,
            () => {
              removals.push(unlink);
              return answers();
            },
            lingers,
          ),
      }),
  });
  return {
    lingers: (most: number | undefined) => (lingers = most),
    /** What a removal is answered, before it is carried out. */
    answering: (answer: () => Promise<void>) => (answers = answer),
    carryOut: async () => {
      for (const removal of removals.splice(0)) await removal();
    },
  };
};

describe('a store that removes late', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  let store: ReturnType<typeof late>;
  let body: Buffer;
  const sweep = () => system.replicas[0].sweep.sweep(-60_000);
  const put = async (path: string) => (await system.put(path, body, { repository })).status;
  const get = (path: string) => system.get(path, { repository });
  beforeAll(async () => {
    system = await ArtifactSystem.start();
    store = late(system.replicas[0]);
  });
  afterAll(() => system.stop());
  beforeEach(async () => {
    repository = system.repository();
    store.lingers(60_000);
    body = randomBytes(100);
    await put('/a');
    await system.delete('/a', { repository });
  });

  it('does not get bytes again that may vanish yet: they are refused, and nothing acknowledged is lost', async () => {
    store.answering(() => Promise.reject(new Error('no answer')));
    await expect(sweep()).rejects.toThrow('no answer');
    expect(await put('/a')).toBe(503);
    expect((await get('/a')).status).toBe(404);
    await store.carryOut();
    await system.replicas[0].source.query('update doomed_blob set until = now()');
    expect(await put('/a')).toBe(201);
    expect((await get('/a')).body).toEqual(body);
  });

  // Who was answered late ended what another process had begun since.
  it('leaves what somebody else has doomed anew meanwhile', async () => {
    const { source } = system.replicas[0];
    store.answering(async () => {
      await source.query(`update doomed_blob set until = now() + interval '50 seconds'`);
    });
    await sweep();
    expect(await put('/a')).toBe(503);
    await store.carryOut();
    await source.query('update doomed_blob set until = now()');
    expect(await put('/a')).toBe(201);
  });

  // Of a pair of stores, of which a process without the other one knows of nothing that is doomed.
  it('removes at once what lies in its part that does so, while nobody can refer to it', async () => {
    store.lingers(undefined);
    let stored: Promise<number> | undefined;
    store.answering(async () => {
      stored = put('/a');
      await setTimeout(200);
      await store.carryOut();
    });
    expect((await sweep()).removed).toBe(1);
    expect(await stored).toBe(201);
    expect((await get('/a')).body).toEqual(body);
  });

  it('is not asked by a process that stood still until a removal might come after new references', async () => {
    store.lingers(0);
    store.answering(() => Promise.resolve());
    expect((await sweep()).removed).toBe(0);
    expect(await put('/a')).toBe(201);
    await store.carryOut();
    expect((await get('/a')).body).toEqual(body);
  });

  it('gets them as soon as the removal is answered', async () => {
    let answered = (): void => undefined;
    const asked = new Promise<void>((isAsked) => {
      store.answering(() => {
        isAsked();
        return new Promise<void>((done) => (answered = done)).then(() => store.carryOut());
      });
    });
    const swept = sweep();
    const digest = createHash('sha256').update(body).digest('hex');
    await asked;
    const stored = put('/a');
    answered();
    expect([await stored, (await swept).removed]).toEqual([201, 1]);
    expect(await system.replicas[0].blobs.has(digest)).toBe(true);
    expect((await get('/a')).body).toEqual(body);
  });

  it('has bytes again that were lost, when they are deployed again', async () => {
    store.answering(() => Promise.resolve());
    expect(await put('/a')).toBe(201);
    await system.replicas[0].blobs.delete(createHash('sha256').update(body).digest('hex'));
    expect(await put('/a')).toBe(204);
    expect((await get('/a')).body).toEqual(body);
  });
});
