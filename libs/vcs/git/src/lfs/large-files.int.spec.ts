import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { idOf, LfsWorld } from './lfs-world.fixture.js';

const content = Buffer.from('a large file\n'.repeat(10_000));
const oid = idOf(content);
const size = content.length;

// A disk and HTTP, without git.
describe('large files', () => {
  let world: LfsWorld;
  let made = 0;
  let name: string;
  beforeAll(async () => {
    world = await LfsWorld.start({ largeFile: 1_000_000 });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    name = await world.repository(`r${(made += 1)}`);
    world.refused.clear();
    world.left = Infinity;
    world.roomAnswer = { held: Number.MAX_SAFE_INTEGER };
  });
  afterEach(() => expect(world.rooms.size).toBe(0));

  const at = (path: string, repository = name) => `${world.url}/${repository}/info/lfs/${path}`;
  const put = (body: Buffer | string, id = oid, bytes = size) =>
    fetch(at(`objects/${id}/${bytes}`), { method: 'PUT', body: Buffer.from(body) });
  const get = (headers: Record<string, string> = {}, id = oid) => fetch(at(`objects/${id}`), { headers });
  const place = () => join(world.directory(name), 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
  const verify = (id: string, bytes: number) =>
    fetch(at('verify'), {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.git-lfs+json' },
      body: JSON.stringify({ oid: id, size: bytes }),
    });

  it('are there, whole and in parts, once they have come', async () => {
    expect((await get()).status).toBe(404);
    expect((await verify(oid, size)).status).toBe(404);
    expect((await put(content)).status).toBe(200);
    const { ino } = await stat(place());
    expect((await put(content)).status).toBe(200);
    expect((await stat(place())).ino).toBe(ino);
    expect((await verify(oid, size)).status).toBe(200);
    expect((await verify(oid, size + 1)).status).toBe(422);
    const whole = await get();
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-length': String(size),
      'content-type': 'application/octet-stream',
      'content-security-policy': 'sandbox',
      etag: `"${oid}"`,
    });
    const part = await get({ range: 'bytes=100000-' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100000-129999/${size}`]);
    expect(await part.text()).toBe(content.subarray(100_000).toString());
    expect((await get({ range: 'bytes=500000-' })).status).toBe(416);
    expect((await get({ 'if-none-match': `"${oid}"` })).status).toBe(304);
    expect(await world.files(name)).toEqual([oid]);
    const [empty, nothing] = [idOf(''), Buffer.alloc(0)];
    expect((await put(nothing, empty, 0)).status).toBe(200);
    expect(await (await get({}, empty)).text()).toBe('');
  });

  it('are those of their repository alone', async () => {
    await put(content);
    await world.repository(`other${made}`);
    expect((await fetch(at(`objects/${oid}`, `other${made}`))).status).toBe(404);
  });

  it.each([
    ['another content', Buffer.from('b'.repeat(size)), 422, 'the SHA-256 of what came is not the name'],
    ['less', content.subarray(1), 422, `the object must have ${size} bytes`],
    ['more', Buffer.concat([content, content]), 422, `the object must have ${size} bytes`],
  ])('are refused where %s comes, and nothing stays', async (_, body, status, message) => {
    const answer = await put(body);
    expect(answer.headers.get('content-type')).toBe('application/vnd.git-lfs+json');
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { message: expect.stringContaining(message) as string, request_id: 'the-request' },
    ]);
    expect(await world.files(name)).toEqual([]);
  });

  it('are refused where more comes than was said, though no length was', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(at(`objects/${oid}/${size}`), { method: 'PUT' });
      sent.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
      sent.write(content);
      sent.end('x');
    });
    expect([status, await world.files(name)]).toEqual([422, []]);
  });

  it('are refused over the limit of one, of storage and of the disk', async () => {
    expect((await put(content, oid, 1_000_001)).status).toBe(413);
    world.roomAnswer = { refused: 'the storage limit of the project is reached (5 bytes)' };
    const full = await put(content);
    expect([full.status, await full.json()]).toMatchObject([
      507,
      { message: 'the storage limit of the project is reached (5 bytes)' },
    ]);
    world.roomAnswer = { held: Number.MAX_SAFE_INTEGER };
    world.left = 100;
    expect((await put(content)).status).toBe(507);
    expect(await world.files(name)).toEqual([]);
  });

  it('do not stay where the right to bring them has ended meanwhile', async () => {
    const sent = request(at(`objects/${oid}/${size}`), { method: 'PUT' });
    const status = new Promise<number | undefined>((resolve, reject) => {
      sent.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
    });
    sent.write(content);
    const incoming = join(world.directory(name), 'lfs/incoming');
    const come = async () => {
      const [first] = await world.files(name);
      return first === undefined ? 0 : (await stat(join(incoming, first))).size;
    };
    while ((await come()) < size) await soon();
    world.refused.add('lfs-upload');
    sent.end();
    expect([await status, await world.files(name)]).toEqual([404, []]);
  });

  it('leave nothing where their client goes away, and what a killed process left goes', async () => {
    const incoming = join(world.directory(name), 'lfs/incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, 'old'), 'x');
    await utimes(join(incoming, 'old'), 1, 1);
    const sent = request(at(`objects/${oid}/${size}`), {
      method: 'PUT',
      headers: { 'content-length': size },
    });
    sent.on('error', () => undefined);
    sent.write(content.subarray(0, 70_000));
    while ((await world.files(name)).includes('old')) await soon();
    while ((await world.files(name)).length === 0) await soon();
    sent.destroy();
    while ((await world.files(name)).length > 0) await soon();
  });

  it('are not kept for a repository that is no more', async () => {
    await rm(world.directory(name), { recursive: true });
    expect((await put(content)).status).toBe(404);
    await expect(stat(world.directory(name))).rejects.toThrow('ENOENT');
  });
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
