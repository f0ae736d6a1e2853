import { ArtifactFiles, digest, release, statusOf } from '../artifact-files.js';
import { ask } from '../clients/door.js';
import { unique } from '../scratch.js';
import { access } from '../system.js';
import { newCompany, newRepository, newUser } from '../world.js';

describe.each(['maven', 'ivy'] as const)('A stored file in a repository of type %s', (type) => {
  const files = ArtifactFiles.ofSuite(type);

  it('is asked for by conditions and ranges', async () => {
    const path = release();
    await files.put(path, '0123456789');
    const first = await ask('GET', files.at(path), files.guest);
    const [etag, modified] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
    const get = (headers: Record<string, string>): Promise<Response> =>
      ask('GET', files.at(path), files.guest, { headers });
    expect(await statusOf(get({ 'if-none-match': etag }))).toBe(304);
    expect(await statusOf(get({ 'if-none-match': `"other", ${etag}` }))).toBe(304);
    expect(await statusOf(get({ 'if-modified-since': modified }))).toBe(304);
    expect(await statusOf(get({ 'if-match': '"other"' }))).toBe(412);
    expect(await statusOf(get({ 'if-unmodified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' }))).toBe(412);
    for (const [range, wanted, part] of [
      ['bytes=2-4', 206, '234'],
      ['bytes=7-', 206, '789'],
      ['bytes=-2', 206, '89'],
      ['bytes=0-0,5-6', 200, '0123456789'],
      ['bytes=4-2', 200, '0123456789'],
    ] as const) {
      const answer = await get({ range });
      expect([range, answer.status, await answer.text()]).toEqual([range, wanted, part]);
    }
    const beyond = await get({ range: 'bytes=10-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect(await statusOf(get({ range: 'bytes=2-4', 'if-range': '"other"' }))).toBe(200);
  });

  it('is found in lists, and its directory without a slash leads to them', async () => {
    const path = release();
    await files.put(path, 'x');
    const directory = path.slice(0, path.lastIndexOf('/') + 1);
    const answer = await ask('GET', files.at(directory), files.guest);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(
      `<a href="${path.split('/').at(-1)}">${path.split('/').at(-1)}</a>`,
    );
    const bare = await ask('GET', files.at(directory.slice(0, -1)), files.guest);
    expect([bare.status, new URL(bare.headers.get('location') ?? '', bare.url).href]).toEqual([
      301,
      files.at(directory),
    ]);
    expect(await statusOf(ask('GET', files.at('no/such/directory/'), files.guest))).toBe(404);
    const empty = await newRepository(files.admin, files.project, type);
    expect(await statusOf(ask('GET', `${empty.url}/`, files.guest))).toBe(200);
  });

  it('is listed in computed metadata, by Maven’s order of versions', async () => {
    const name = unique('lib');
    for (const version of ['1.10', '1.9', '1.2-rc1', '1.2', '2.0-SNAPSHOT'])
      expect(
        await statusOf(files.put(`org/example/${name}/${version}/${name}-${version}.jar`, version)),
      ).toBe(201);
    const metadata = await files.text(`org/example/${name}/maven-metadata.xml`);
    expect([...metadata.matchAll(/<version>(.*?)</g)].map(([, version]) => version)).toEqual([
      '1.2-rc1',
      '1.2',
      '1.9',
      '1.10',
      '2.0-SNAPSHOT',
    ]);
    expect(metadata).toMatch(/<latest>2\.0-SNAPSHOT<\/latest>\s*<release>1\.10<\/release>/);
    expect(await files.text(`org/example/${name}/maven-metadata.xml.sha1`)).toBe(digest('sha1', metadata));
    expect(await statusOf(files.put(`org/example/${name}/maven-metadata.xml`, '<metadata/>'))).toBeLessThan(
      300,
    );
    expect(await files.text(`org/example/${name}/maven-metadata.xml`)).toBe(metadata);
  });

  it('is reached with valid credentials only', async () => {
    const path = release();
    await files.put(path, 'x');
    for (const target of [path, 'nothing/here', '']) {
      const answer = await ask('GET', files.at(target));
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Basic realm="Holdfast"/),
      ]);
    }
    const other = await newCompany();
    const wrong = {
      basic: `Basic ${Buffer.from(`${files.developer.id}:Wrong4Password`).toString('base64')}`,
    };
    for (const person of [other, wrong]) expect(await statusOf(ask('GET', files.at(path), person))).toBe(401);
    expect(
      await statusOf(
        ask('GET', `${access.site_url}/nobody/projects/p/repositories/maven/r/x`, files.developer),
      ),
    ).toBe(401);
    expect(await statusOf(ask('GET', files.at(path), await newUser(files.admin)))).toBe(404);
    expect(await statusOf(ask('PUT', files.at(release()), files.guest, { body: 'x' }))).toBe(403);
    const key = {
      basic: `Basic ${Buffer.from(`${files.guest.id}:${files.guest.keys.account_key}`).toString('base64')}`,
    };
    expect(await statusOf(ask('GET', files.at(path), key))).toBe(200);
  });

  it('is never shown by a browser as a page of this site', async () => {
    for (const name of ['page.html', 'page.HTM', 'image.svg', 'page.xhtml']) {
      const path = `raw/${unique('x')}/${name}`;
      await files.put(path, '<script>alert(1)</script>', { 'content-type': 'text/html' });
      expect((await ask('GET', files.at(path), files.guest)).headers.get('content-type')).toBe(
        'application/octet-stream',
      );
    }
  });
});
