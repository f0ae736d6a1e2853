import { randomBytes } from 'node:crypto';
import { ArtifactSuite, hash } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();
const { put, remove } = suite;

/** What failed once ended every sweep, at the same place each hour: nothing that came after it was ever removed. */
describe('a sweep in which something fails', () => {
  const stored = (body: Buffer) =>
    suite.system.stored('blobs').then((all) => all.includes(hash('sha256', body).slice(2)));

  it('removes all else', async () => {
    const [{ sweep, blobs }] = suite.system.replicas;
    const bodies = Array.from({ length: 10 }, () => randomBytes(50));
    for (const [at, body] of bodies.entries()) {
      await put(`/${at}`, body);
      await remove(`/${at}`);
    }
    const removing = blobs.delete.bind(blobs);
    const [poor] = [...bodies].sort((left, right) => (hash('sha256', left) < hash('sha256', right) ? -1 : 1));
    Object.assign(blobs, {
      delete: (digest: string) =>
        digest === hash('sha256', poor)
          ? Promise.reject(new Error('an error of the disk'))
          : removing(digest),
    });
    await expect(sweep.sweep(-60_000)).rejects.toThrow('an error of the disk');
    const left = await Promise.all(bodies.map(stored));
    expect(left.filter(Boolean)).toHaveLength(1);
    expect(await stored(poor)).toBe(true);
    Object.assign(blobs, { delete: removing });
  });

  it('removes all else where checksums that waited for their file cannot be forgotten at once', async () => {
    const [{ sweep, source }] = suite.system.replicas;
    const body = randomBytes(51);
    await put('/a', body);
    await remove('/a');
    await source.query(
      `insert into held_checksum (directory, name, algorithm, digest, expires_at)
       select sha256('x'), n::text, 'sha1', '', now() - interval '1 hour' from generate_series(1, 12000) as n`,
    );
    // A statement that removes more of them than some would take longer than it may.
    await source.query(
      `create function too_many() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 5000 then raise 'canceling statement due to statement timeout'; end if;
         return null; end $$`,
    );
    await source.query(
      `create trigger too_many after delete on held_checksum referencing old table as gone
       for each statement execute function too_many()`,
    );
    await sweep.sweep(-60_000);
    expect(await source.query('select from held_checksum')).toEqual([]);
    expect(await stored(body)).toBe(false);
  });
});
