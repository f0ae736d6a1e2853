import { randomUUID } from 'node:crypto';
import type { Principal } from '@holdfast/kernel';
import { ArtifactSuite, build, hash } from '../testing/artifact-suite.js';
import { developer } from '../testing/artifact-system.js';

const suite = ArtifactSuite.start();
const { get, put, head } = suite;
const other: Principal = { ...developer, account: { ...developer.account, uuid: randomUUID(), id: 'mal' } };
const asOther = { principal: other };

/**
 * A member sent checksums for the names that builds of others would have, of each second to come: their deploys were
 * refused, and nobody saw why or could remove them.
 */
describe('a checksum that somebody else sent before the file', () => {
  const file = build('20260102.030405', 1);
  const wrong = '0'.repeat(40);

  it('does not refuse it, and does not count as one of it', async () => {
    expect(await put(`${file}.sha1`, wrong, asOther)).toBe(201);
    expect(await put(file, 'bytes')).toBe(201);
    expect((await head(`${file}.sha1`)).status).toBe(404);
    expect((await get(`${file}.sha1`)).text).toBe(hash('sha1', 'bytes'));
  });

  it('gives way to that of who sends the file', async () => {
    await put(`${file}.sha1`, wrong, asOther);
    await put(`${file}.md5`, '0'.repeat(32), asOther);
    expect(await put(`${file}.sha1`, hash('sha1', 'bytes'))).toBe(201);
    expect(await put(file, 'others')).toBe(409);
    expect(await put(`${file}.sha1`, hash('sha1', 'bytes'))).toBe(201);
    expect(await put(file, 'bytes')).toBe(201);
    expect([(await head(`${file}.sha1`)).status, (await head(`${file}.md5`)).status]).toEqual([200, 404]);
  });

  it('stays with a file of theirs that is refused, and holds for theirs', async () => {
    await put(`${file}.md5`, hash('md5', 'bytes'));
    await put(`${file}.sha1`, wrong, asOther);
    expect(await put(file, 'mine', asOther)).toBe(409);
    expect(await put(file, 'not the bytes')).toBe(409);
    expect(await put(file, 'bytes')).toBe(201);
  });

  it('holds for nobody where earlier code has stored it', async () => {
    await put(`${file}.sha1`, wrong);
    await suite.system.replicas[0].source.query('update held_checksum set created_by = null');
    expect(await put(file, 'bytes')).toBe(201);
    expect(await suite.system.replicas[0].source.query('select from held_checksum')).toEqual([]);
  });
});
