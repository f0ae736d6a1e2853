import { createHash, randomBytes } from 'node:crypto';
import { ArtifactFiles, digest, release, statusOf } from '../artifact-files.js';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { unique } from '../scratch.js';
import { newRepository, type Person } from '../world.js';

describe.each(['maven', 'ivy'] as const)('A file in a repository of type %s', (type) => {
  const files = ArtifactFiles.ofSuite(type);

  it('is stored and given back with all that is known of it', async () => {
    const path = release();
    const content = new Uint8Array(randomBytes(100_000));
    expect(await statusOf(files.put(path, content))).toBe(201);
    const answer = await ask('GET', files.at(path), files.guest);
    expect(digest('sha256', new Uint8Array(await answer.arrayBuffer()))).toBe(digest('sha256', content));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': '100000',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/) as string,
      'last-modified': expect.stringMatching(/GMT$/) as string,
      'x-checksum-md5': digest('md5', content),
      'x-checksum-sha1': digest('sha1', content),
      'x-checksum-sha256': digest('sha256', content),
      'x-checksum-sha512': digest('sha512', content),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    });
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public');
    const same = await ask('HEAD', files.at(path), files.guest);
    const ofTheFile = (headers: Headers): [string, string][] =>
      [...headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name));
    expect(ofTheFile(same.headers)).toEqual(ofTheFile(answer.headers));
  });

  it('cannot be replaced once it is released, but sent again', async () => {
    const path = release();
    expect(await statusOf(files.put(path, 'first'))).toBe(201);
    expect(await statusOf(files.put(path, 'first'))).toBe(204);
    const refused = await files.put(path, 'second');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      409,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect((await refused.text()).trim()).toBe(refused.statusText);
    expect(refused.statusText).toMatch(/^[ -~]{10,}$/);
    expect(await files.text(path)).toBe('first');
  });

  it('can be replaced in a SNAPSHOT, except a timestamped build', async () => {
    const directory = `org/example/${unique('lib')}/1.0-SNAPSHOT`;
    const name = directory.split('/')[2];
    expect(await statusOf(files.put(`${directory}/${name}-1.0-SNAPSHOT.jar`, 'a'))).toBe(201);
    expect(await statusOf(files.put(`${directory}/${name}-1.0-SNAPSHOT.jar`, 'b'))).toBe(204);
    expect(await files.text(`${directory}/${name}-1.0-SNAPSHOT.jar`)).toBe('b');
    const build = `${directory}/${name}-1.0-20260102.030405-1.jar`;
    expect(await statusOf(files.put(build, 'a'))).toBe(201);
    expect(await statusOf(files.put(build, 'b'))).toBe(409);
  });

  it('can be replaced where the repository allows it, at once after the change', async () => {
    const open = await newRepository(files.admin, files.project, type);
    const url = `${open.url}/${release()}`;
    const send = (body: string): Promise<number> => statusOf(ask('PUT', url, files.developer, { body }));
    expect([await send('a'), await send('b')]).toEqual([201, 409]);
    await must(files.admin.api.put(open.path, { redeploy: true }));
    expect(await send('b')).toBe(204);
    await must(files.admin.api.put(open.path, { redeploy: false }));
    expect(await send('c')).toBe(409);
  });

  it('is compared with its checksums, whichever comes first', async () => {
    const path = release();
    await files.put(path, 'content');
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      expect(await files.text(`${path}.${algorithm}`)).toBe(digest(algorithm, 'content'));
      expect(await statusOf(ask('HEAD', files.at(`${path}.${algorithm}`), files.guest))).toBe(404);
      expect(await statusOf(files.put(`${path}.${algorithm}`, digest(algorithm, 'other')))).toBe(409);
      expect(await statusOf(files.put(`${path}.${algorithm}`, digest(algorithm, 'content')))).toBe(201);
      expect(await statusOf(ask('HEAD', files.at(`${path}.${algorithm}`), files.guest))).toBe(200);
    }
    const [early, wrong] = [release(), release()];
    expect(await statusOf(files.put(`${early}.sha1`, digest('sha1', 'x')))).toBe(201);
    expect(await statusOf(files.put(early, 'x'))).toBe(201);
    expect(await statusOf(files.put(`${wrong}.sha1`, digest('sha1', 'y')))).toBe(201);
    expect(await statusOf(files.put(wrong, 'x'))).toBe(409);
    expect(await statusOf(files.put(wrong, 'x'))).toBe(201);
  });

  it('is stored with the digests only that its sender declares', async () => {
    const base64 = (algorithm: string, content: string): string =>
      createHash(algorithm).update(content).digest('base64');
    const declared = (content: string): Record<string, string>[] => [
      { 'content-digest': `sha-256=:${base64('sha256', content)}:` },
      { 'repr-digest': `unknown=:AAAA:, SHA-512=:${base64('sha512', content)}:` },
      { digest: `SHA=${base64('sha1', content)}` },
      { 'content-md5': base64('md5', content) },
      { 'x-checksum-sha256': digest('sha256', content) },
    ];
    for (const headers of declared('as sent'))
      expect([headers, await statusOf(files.put(release(), 'as sent', headers))]).toEqual([headers, 201]);
    for (const headers of declared('other bytes'))
      expect([headers, await statusOf(files.put(release(), 'as sent', headers))]).toEqual([headers, 409]);
    const unread = { 'content-digest': `sha-256=${digest('sha256', 'as sent')}` };
    expect(await statusOf(files.put(release(), 'as sent', unread))).toBe(400);
  });

  it('is not put where a directory is, nor below another, nor with a slash', async () => {
    const path = release();
    await files.put(path, 'x');
    for (const wrong of [path.slice(0, path.lastIndexOf('/')), `${path}/below`, `${path}/`, 'org/', 'org'])
      expect([wrong, await statusOf(files.put(wrong, 'x'))]).toEqual([wrong, 409]);
    expect(await statusOf(files.put(release(), 'x', { 'content-range': 'bytes 0-0/1' }))).toBe(400);
  });

  it('must suit the policy of the repository', async () => {
    const paths = { release: 'a/b/1/b-1.txt', snapshot: 'a/b/2-SNAPSHOT/b-2-SNAPSHOT.txt' };
    for (const policy of ['release', 'snapshot', 'mixed'] as const) {
      const own = await newRepository(files.admin, files.project, type, { policy });
      for (const [kind, path] of Object.entries(paths))
        expect([
          policy,
          kind,
          await statusOf(ask('PUT', `${own.url}/${path}`, files.developer, { body: 'x' })),
        ]).toEqual([policy, kind, policy === 'mixed' || policy === kind ? 201 : 409]);
    }
  });

  it('is deleted with its checksums, and then its path is free', async () => {
    const path = release();
    await files.put(path, 'x');
    await files.put(`${path}.sha1`, digest('sha1', 'x'));
    const remove = (person: Person, target = path): Promise<number> =>
      statusOf(ask('DELETE', files.at(target), person));
    expect(await remove(files.developer)).toBe(403);
    expect(await remove(files.admin)).toBe(204);
    for (const gone of [path, `${path}.sha1`, `${path}.md5`])
      expect(await statusOf(ask('GET', files.at(gone), files.guest))).toBe(404);
    expect(await remove(files.admin)).toBe(404);
    expect(await statusOf(files.put(path, 'other'))).toBe(201);
    expect(await remove(files.admin, path.split('/').slice(0, 3).join('/'))).toBe(204);
    expect(await statusOf(ask('DELETE', `${files.repository.url}/`, files.admin))).toBe(405);
  });

  it('is written by many at once: one content wins, and nobody reads a mixture', async () => {
    const path = `org/example/${unique('lib')}/1.0-SNAPSHOT/many.bin`;
    const contents = Array.from({ length: 8 }, (_, index) => new Uint8Array(200_000).fill(index));
    await files.put(path, contents[0]);
    const reads: Promise<Set<number>>[] = [];
    const writes = contents.map(async (content) => {
      const answer = await statusOf(files.put(path, content));
      reads.push(
        ask('GET', files.at(path), files.guest).then(
          async (each) => new Set(new Uint8Array(await each.arrayBuffer())),
        ),
      );
      return answer;
    });
    for (const each of await Promise.all(writes)) expect(each).toBe(204);
    for (const read of await Promise.all(reads)) expect(read.size).toBe(1);
  });

  it('is read as before and not written once its repository is deactivated', async () => {
    const gone = await newRepository(files.admin, files.project, type);
    const path = release();
    expect(await statusOf(ask('PUT', `${gone.url}/${path}`, files.developer, { body: 'x' }))).toBe(201);
    const { id } = await must(files.admin.api.delete(gone.path));
    const url = gone.url.replace(gone.id, id);
    expect(await statusOf(ask('GET', `${url}/${path}`, files.guest))).toBe(200);
    expect(await statusOf(ask('PUT', `${url}/${release()}`, files.developer, { body: 'x' }))).toBe(403);
    expect(await statusOf(ask('DELETE', `${url}/${path}`, files.admin))).toBe(403);
  });
});
