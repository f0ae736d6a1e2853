import { createHash, randomUUID } from 'node:crypto';
import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem, type Asking } from '../testing/artifact-system.js';

const hash = (algorithm: string, bytes: Buffer | string): string =>
  createHash(algorithm).update(bytes).digest('hex');
const lib = (version: string): string => `/com/acme/lib/${version}/lib-${version}.jar`;
const build = (stamp: string, number: number, rest = '.jar'): string =>
  `/com/acme/lib/1.1-SNAPSHOT/lib-1.1-${stamp}-${number}${rest}`;
const indexPath = '/com/acme/lib/maven-metadata.xml';
const versionsOf = (xml: string): string[] =>
  [...xml.matchAll(/<version>([^<]*)</g)].map(([, version]) => version);

// PostgreSQL itself; the server's address comes from tools/test.
describe.each(['maven', 'ivy'])('the indexes of a group of %s repositories', (type) => {
  let system: ArtifactSystem;
  let members: RepositoryScope[];
  let group: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2 });
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    members = [1, 2, 3].map(() => system.repository({ type }));
    group = system.repository({ type, members: members.map(({ uuid }) => uuid) });
  });

  const put = async (member: number, path: string, body = 'x'): Promise<void> => {
    const { status } = await system.put(path, body, { repository: members[member] });
    expect([path, [201, 204].includes(status)]).toEqual([path, true]);
  };
  const get = (path: string, more: Asking = {}) => system.get(path, { repository: group, ...more });
  const versions = async (more: Asking = {}) => versionsOf((await get(indexPath, more)).text);

  it('have the versions of all members at once, with checksums and a tag of just these bytes', async () => {
    await put(1, lib('2.0'));
    const one = await get(indexPath);
    expect(one.text).toBe((await system.get(indexPath, { repository: members[1] })).text);
    await put(0, lib('1.0'));
    await put(2, lib('1.0'));
    const all = await get(indexPath);
    expect(versionsOf(all.text)).toEqual(['1.0', '2.0']);
    expect(all.text).toMatch(/<latest>2\.0<.*<release>2\.0</s);
    expect(all.headers).toMatchObject({
      'Content-Length': String(all.body.length),
      'Cache-Control': 'no-cache',
      ETag: `"${hash('sha256', all.body)}"`,
      'X-Checksum-Sha1': hash('sha1', all.body),
    });
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      expect((await get(`${indexPath}.${algorithm}`)).text).toBe(hash(algorithm, all.body));
    for (const tag of [one, all].map(({ headers }) => headers.ETag))
      expect((await get(indexPath, { headers: { 'if-none-match': tag } })).status).toBe(
        tag === all.headers.ETag ? 304 : 200,
      );
    expect((await get(indexPath, { replica: 1 })).text).toBe(all.text);
    const head = await system.send('HEAD', indexPath, undefined, { repository: group });
    expect([head.status, head.headers]).toEqual([200, all.headers]);
  });

  it('follow what is deployed and deleted in a member, and which members there are', async () => {
    await put(0, lib('1.0'));
    await put(1, lib('2.0'));
    expect(await versions()).toEqual(['1.0', '2.0']);
    await put(2, lib('3.0'));
    expect(await versions({ replica: 1 })).toEqual(['1.0', '2.0', '3.0']);
    await system.delete('/com/acme/lib/2.0/', { repository: members[1] });
    expect(await versions()).toEqual(['1.0', '3.0']);
    const fewer = { ...group, members: [members[2].uuid, randomUUID()] };
    expect(await versions({ repository: fewer })).toEqual(['3.0']);
    expect((await get(indexPath, { repository: { ...group, members: [] } })).status).toBe(404);
    expect((await get('/com/acme/none/maven-metadata.xml')).status).toBe(404);
  });

  it('are known by their tags only: their date stays where an older member comes or goes', async () => {
    await put(0, lib('1.0'));
    await new Promise((done) => setTimeout(done, 1100));
    await put(1, lib('2.0'));
    const fewer = { ...group, members: [members[1].uuid] };
    const { headers } = await get(indexPath, { repository: fewer });
    const both = await get(indexPath);
    expect(both.headers['Last-Modified']).toBe(headers['Last-Modified']);
    const since = { headers: { 'if-modified-since': headers['Last-Modified'] } };
    expect((await get(indexPath, since)).status).toBe(200);
    expect((await get(indexPath, { headers: { 'if-none-match': headers.ETag } })).status).toBe(200);
    expect((await get(indexPath, { headers: { 'if-none-match': both.headers.ETag } })).status).toBe(304);
  });

  it('of a SNAPSHOT name the newest build of all members', async () => {
    const path = '/com/acme/lib/1.1-SNAPSHOT/maven-metadata.xml';
    await put(1, build('20260102.040506', 2));
    await put(0, build('20260102.030405', 1));
    await put(0, build('20260102.030405', 1, '-sources.jar'));
    const { text } = await get(path);
    expect(text).toMatch(/<timestamp>20260102\.040506<.*<buildNumber>2</s);
    expect([...text.matchAll(/<value>([^<]*)</g)].map(([, value]) => value)).toEqual([
      '1.1-20260102.040506-2',
      '1.1-20260102.030405-1',
    ]);
    expect(await versions()).toEqual(['1.1-SNAPSHOT']);
  });

  it('of plugins have those of all members, of one prefix that of the first', async () => {
    const path = '/com/acme/maven-metadata.xml';
    const plugins = (...pairs: [prefix: string, artifact: string][]) =>
      `<metadata><plugins>${pairs
        .map(
          ([prefix, artifact]) =>
            `<plugin><prefix>${prefix}</prefix><artifactId>${artifact}</artifactId></plugin>`,
        )
        .join('')}</plugins></metadata>`;
    await put(0, path, plugins(['a', 'first'], ['b', 'b']));
    await put(1, path, plugins(['a', 'second'], ['c', 'c']));
    const artifacts = [...(await get(path)).text.matchAll(/<artifactId>([^<]*)</g)].map(([, each]) => each);
    expect(artifacts).toEqual(['first', 'b', 'c']);
  });

  it('are whole where members have more than is read at once', async () => {
    const source = system.replicas[0].source;
    await put(0, lib('1.0'));
    await put(1, lib('1.0'));
    // As if so many had been deployed.
    for (const [at, { uuid }] of members.slice(0, 2).entries())
      await source.query(
        `insert into file (repository, directory, name, path, search_text, size, md5, sha1, sha256, sha512, uploaded, released,
           artifact, version, created_by, created_at, modified_at)
         select repository, directory, name || n, path || n, search_text, size, md5, sha1, sha256, sha512, uploaded, released,
           artifact, '2.' || ($2 + n), created_by, created_at, modified_at
         from file, generate_series(1, 1500) as n where repository = $1`,
        [uuid, at * 1500],
      );
    await put(2, lib('1.1'));
    const listed = await versions();
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([3002, '1.0', '2.3000']);
  });
});
