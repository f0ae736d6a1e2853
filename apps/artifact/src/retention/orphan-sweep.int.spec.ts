import { randomBytes } from 'node:crypto';
import { ArtifactSuite, hash } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();
const { get, put, remove } = suite;

describe('the store', () => {
  it('is swept of what no file refers to, and counts what is stored', async () => {
    const body = randomBytes(100);
    await put('/swept', body);
    await put('/kept', randomBytes(101));
    const before = (await suite.system.stored('blobs')).length;
    await remove('/swept');
    const [{ sweep, source }] = suite.system.replicas;
    await sweep.sweep(60_000);
    expect(await suite.system.stored('blobs')).toHaveLength(before);
    expect((await sweep.sweep(-60_000)).removed).toBeGreaterThan(0);
    expect(await suite.system.stored('blobs')).not.toContain(hash('sha256', body).slice(2));
    expect((await get('/kept')).body.length).toBe(101);
    const [{ files, bytes }] = await source.query<{ files: string; bytes: string }[]>(
      'select sum(files) as files, sum(bytes) as bytes from usage where repository = $1',
      [suite.repository.uuid],
    );
    expect([files, bytes]).toEqual(['1', '101']);
  });

  it('loses nothing while a backup is made, and all of it afterwards', async () => {
    const body = randomBytes(102);
    await put('/backed-up', body);
    await remove('/backed-up');
    const [{ sweep, source }] = suite.system.replicas;
    const backup = source.createQueryRunner();
    await backup.query("select pg_advisory_lock(hashtextextended('holdfast:backup', 0))");
    expect((await sweep.sweep(-60_000)).removed).toBe(0);
    expect(await suite.system.stored('blobs')).toContain(hash('sha256', body).slice(2));
    await backup.query("select pg_advisory_unlock(hashtextextended('holdfast:backup', 0))");
    await backup.release();
    await sweep.sweep(-60_000);
    expect(await suite.system.stored('blobs')).not.toContain(hash('sha256', body).slice(2));
  });

  it('keeps what is uploaded while it is swept', async () => {
    const bodies = Array.from({ length: 30 }, (_, index) => Buffer.from(`content ${index % 3}`));
    const [{ sweep }] = suite.system.replicas;
    const uploads = bodies.map(async (body, index) => {
      await put(`/s/${index}`, body);
      if (index % 2) await remove(`/s/${index}`);
    });
    await Promise.all([...uploads, sweep.sweep(-60_000), sweep.sweep(-60_000)]);
    for (const [index, body] of bodies.entries())
      if (index % 2 === 0) expect((await get(`/s/${index}`)).text).toBe(body.toString());
  });
});
