import { createHash, randomBytes } from 'node:crypto';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorization, must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { access } from '../system.js';
import {
  companyAdmin,
  newProject,
  newRepository,
  newUser,
  type Person,
  type RepositoryAt,
} from '../world.js';

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('The bytes of a file', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let commit: string;
  let copy: WorkingCopy;
  const large = randomBytes(5_000_000);

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    copy = await WorkingCopy.make(await scratch());
    await writeFile(join(copy.directory, 'large.bin'), large);
    await writeFile(join(copy.directory, 'empty'), '');
    await writeFile(join(copy.directory, 'page.html'), '<script>alert(1)</script>');
    await symlink('docs/a b.txt', join(copy.directory, 'link'));
    await copy.must('add', '.');
    commit = await copy.commit('docs/a b.txt', 'Grüße\n');
    await copy.push(admin.in(repository.url), 'HEAD:refs/heads/main', 'HEAD:refs/heads/area/part');
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET', who = admin) =>
    fetch(`${access.api_url}${repository.path}/commits/${path}`, {
      method,
      headers: { authorization: authorization(who.keys), ...headers },
    });
  const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

  it('are those of git, with what they may be taken for', async () => {
    const answer = await get('main/files/docs/a%20b.txt');
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).toString()).toBe('Grüße\n');
    const id = await copy.must('rev-parse', 'HEAD:docs/a b.txt');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '8',
      etag: `"${id}"`,
      'cache-control': 'private, no-cache',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'x-api-version': '1',
      'x-request-id': expect.any(String) as string,
    });
    const html = await get('main/files/page.html');
    expect(html.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const link = await get('main/files/link');
    expect((await bytesOf(link)).toString()).toBe('docs/a b.txt');
    expect(await bytesOf(await get('main/files/empty'))).toHaveLength(0);
    expect((await get('area%2Fpart/files/docs%2Fa%20b.txt')).status).toBe(200);
  });

  it('hold for ever at a full hash, and are not sent to who has them', async () => {
    const answer = await get(`${commit}/files/link`);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const etag = answer.headers.get('etag') ?? '';
    const again = await get('main/files/link', { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), (await bytesOf(again)).length]).toEqual([304, etag, 0]);
    expect((await get('main/files/link', { 'if-match': '"other"' })).status).toBe(412);
  });

  it('of a large file come whole, in part, and not at all for HEAD', async () => {
    const whole = await get('main/files/large.bin');
    expect(whole.headers.get('content-type')).toBe('application/octet-stream');
    expect(sha(await bytesOf(whole))).toBe(sha(large));
    const part = await get('main/files/large.bin', { range: 'bytes=4000000-4000009' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 4000000-4000009/5000000']);
    expect(await bytesOf(part)).toEqual(large.subarray(4_000_000, 4_000_010));
    const end = await get('main/files/large.bin', { range: 'bytes=-3' });
    expect(await bytesOf(end)).toEqual(large.subarray(-3));
    expect((await get('main/files/large.bin', { range: 'bytes=5000000-' })).status).toBe(416);
    const head = await get('main/files/large.bin', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000000']);
  });

  it('of files on both sides of the size up to which they are answered whole come alike', async () => {
    const sizes = [32 << 10, (32 << 10) + 1];
    const files = sizes.map((size) => randomBytes(size));
    for (const [at, file] of files.entries()) await writeFile(join(copy.directory, `edge-${at}`), file);
    await copy.must('add', '.');
    await copy.commit('more', 'more');
    await copy.push(admin.in(repository.url), 'HEAD:refs/heads/edge');
    const told = async (at: number, headers: Record<string, string> = {}, method = 'GET') => {
      const answer = await get(`edge/files/edge-${at}`, headers, method);
      const names = [...answer.headers.keys()].filter((name) => name !== 'keep-alive').sort();
      return { status: answer.status, names, headers: answer.headers, bytes: await bytesOf(answer) };
    };
    for (const round of [1, 2]) {
      const [small, large] = await Promise.all([told(0), told(1)]);
      expect([round, sha(small.bytes), sha(large.bytes)]).toEqual([round, ...files.map(sha)]);
      expect(small.names).toEqual(large.names);
    }
    const etag = (await told(0)).headers.get('etag') ?? '';
    for (const [headers, status, range] of [
      [{ range: 'bytes=10-19' }, 206, [10, 20]],
      [{ range: 'bytes=-5' }, 206, [-5]],
      [{ range: 'bytes=10-19', 'if-range': '"other"' }, 200, [0]],
      [{ range: 'bytes=10-19', 'if-range': etag }, 206, [10, 20]],
      [{ 'if-none-match': '*' }, 304, [0, 0]],
    ] as const) {
      const small = await told(0, { ...headers });
      expect([headers, small.status]).toEqual([headers, status]);
      expect(small.bytes).toEqual(files[0].subarray(...(range as readonly [number, number?])));
      if ('if-range' in headers && headers['if-range'] === etag) continue;
      const large = await told(1, { ...headers });
      expect([headers, large.status, large.names]).toEqual([headers, status, small.names]);
    }
    for (const [headers, status, phrase] of [
      [{ range: 'bytes=99999-' }, 416, 'Range Not Satisfiable'],
      [{ 'if-match': '"other"' }, 412, 'Precondition Failed'],
    ] as const) {
      const refused = await Promise.all([told(0, headers), told(1, headers)]);
      for (const [at, { bytes, names, headers: said }] of refused.entries()) {
        expect(JSON.parse(bytes.toString())).toEqual({
          api_status: status,
          api_message: phrase,
          api_timestamp: expect.any(String) as string,
        });
        expect([refused[at].status, said.get('content-type'), names]).toEqual([
          status,
          'application/json; charset=utf-8',
          refused[0].names,
        ]);
        const total = status === 416 ? `bytes */${sizes[at]}` : null;
        expect([said.get('content-range'), said.get('x-api-version')]).toEqual([total, '1']);
      }
    }
    const [small, large] = await Promise.all([told(0, {}, 'HEAD'), told(1, {}, 'HEAD')]);
    expect([small.status, small.headers.get('content-length'), small.bytes.length]).toEqual([
      200,
      '32768',
      0,
    ]);
    expect(small.names).toEqual(large.names);
  });

  it('are those of the branch as it is now', async () => {
    for (const text of ['one', 'two']) {
      await copy.commit('moving.txt', text);
      await copy.push(admin.in(repository.url), '+HEAD:refs/heads/moving');
      for (const round of [1, 2]) {
        const told = await bytesOf(await get('moving/files/moving.txt'));
        expect([round, told.toString()]).toEqual([round, text]);
      }
    }
  });

  it('are still sent to others after clients that went away', async () => {
    for (let at = 0; at < 40; at += 1) {
      const leaving = new AbortController();
      const answer = await fetch(`${access.api_url}${repository.path}/commits/main/files/large.bin`, {
        headers: { authorization: authorization(admin.keys) },
        signal: leaving.signal,
      });
      await answer.body?.getReader().read();
      leaving.abort();
    }
    expect(sha(await bytesOf(await get('main/files/large.bin')))).toBe(sha(large));
  });

  it('are refused in the envelope of the API', async () => {
    for (const path of [
      'main/files/docs',
      'main/files/none',
      'main/files/link/',
      'main/files/../x',
      'none/files/link',
      'main:link/files/link',
    ]) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    }
    const outsider = await newUser(admin);
    expect((await get('main/files/link', {}, 'GET', outsider)).status).toBe(404);
    expect((await get('main/files/link', { authorization: 'svc' })).status).toBe(401);
    expect((await get('main/files/link', {}, 'PUT')).status).toBe(405);
    const privileges = await must(admin.api.get(`${repository.path}/commits/main/files/link?privileges`));
    expect(privileges).toMatchObject({ read: true, update: false, delete: false });
  });
});
