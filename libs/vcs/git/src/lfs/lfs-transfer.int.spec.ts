import { idOf, LfsWorld } from './lfs-world.fixture.js';

const content = Buffer.from('large');
const oid = idOf(content);
const absent = idOf('absent');
const json = 'application/vnd.git-lfs+json';

// A disk and HTTP, without git.
describe('Git LFS', () => {
  let world: LfsWorld;
  let base: string;
  beforeAll(async () => {
    world = await LfsWorld.start({ largeFile: 1_000 });
    await world.repository('code');
    base = `${world.url}/code/info/lfs`;
    await fetch(`${base}/objects/${oid}/5`, { method: 'PUT', body: content });
  });
  afterAll(() => world.stop());
  beforeEach(() => {
    world.refused.clear();
    world.pass = undefined;
    world.asked.splice(0);
    world.lockAnswer = { locks: [] };
  });

  const post = async (path: string, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': json },
      body: text,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const batch = (operation: string, ...objects: unknown[]) => post('objects/batch', { operation, objects });

  it('says where the objects are that the repository has', async () => {
    const download = { href: `${base}/objects/${oid}` };
    expect(await batch('download', { oid, size: 5 }, { oid: absent, size: 7 }, { oid, size: 6 })).toEqual({
      status: 200,
      body: {
        transfer: 'basic',
        hash_algo: 'sha256',
        objects: [
          { oid, size: 5, actions: { download } },
          { oid: absent, size: 7, error: { code: 404, message: 'the repository has no such object' } },
          { oid, size: 6, error: { code: 422, message: 'the object has 5 bytes' } },
        ],
      },
    });
  });

  it('says where those go that it has not, with the token that the client has come with', async () => {
    world.pass = 'upload';
    const header = { Authorization: 'Bearer x' };
    const { body } = await batch(
      'upload',
      { oid, size: 5 },
      { oid: absent, size: 7 },
      { oid: absent, size: 1_001 },
    );
    expect(body.objects).toEqual([
      { oid, size: 5 },
      {
        ...{ oid: absent, size: 7 },
        actions: {
          upload: { href: `${base}/objects/${absent}/7`, header },
          verify: { href: `${base}/verify`, header },
        },
      },
      { oid: absent, size: 1_001, error: { code: 413, message: 'an object may have 1000 bytes' } },
    ]);
  });

  it('tells those who may only read, and tokens for downloads, that they may not upload', async () => {
    world.refused.add('lfs-upload');
    expect(await batch('upload', { oid: absent, size: 7 })).toEqual({
      status: 403,
      body: { message: 'you may read this repository, but not push to it', request_id: 'the-request' },
    });
    world.refused.clear();
    world.pass = 'download';
    expect((await batch('upload', { oid: absent, size: 7 })).status).toBe(403);
    expect((await batch('download', { oid, size: 5 })).status).toBe(200);
  });

  it.each([
    ['no JSON', '{', 400],
    ['no object', [], 422],
    ['no operation', { objects: [] }, 422],
    ['another operation', { operation: 'delete', objects: [] }, 422],
    ['no objects', { operation: 'download' }, 422],
    ['too many objects', { operation: 'download', objects: Array(1_001).fill({ oid, size: 5 }) }, 413],
    ['another digest', { operation: 'download', objects: [], hash_algo: 'sha512' }, 409],
    ['another transfer', { operation: 'download', objects: [], transfers: ['tus'] }, 422],
    ['much', ' '.repeat((256 << 10) + 1), 413],
  ])('refuses a question with %s', async (_, body, status) => {
    expect(await post('objects/batch', body)).toMatchObject({ status, body: { request_id: 'the-request' } });
  });

  it.each([
    [{}],
    [null],
    [{ oid: '../../../etc/passwd', size: 5 }],
    [{ oid: oid.toUpperCase(), size: 5 }],
    [{ oid, size: -1 }],
    [{ oid, size: 1.5 }],
    [{ oid, size: '5' }],
    [{ oid, size: 1e300 }],
  ])('answers for each object that is none: %j', async (object) => {
    const { status, body } = await batch('download', object, { oid, size: 5 });
    expect(status).toBe(200);
    expect(body.objects).toMatchObject([{ error: { code: 422 } }, { actions: {} }]);
  });

  it('asks about locks, and shows them', async () => {
    const lock = { id: '0'.repeat(24), path: 'a/b.bin', lockedAt: 0, owner: 'ann', own: true };
    const shown = {
      id: lock.id,
      path: lock.path,
      locked_at: '1970-01-01T00:00:00Z',
      owner: { name: 'ann' },
    };
    world.lockAnswer = { locks: [lock], more: true };
    expect(await post('locks', { path: 'a/b.bin' })).toEqual({ status: 201, body: { lock: shown } });
    expect(await post(`locks/${lock.id}/unlock`, { force: true })).toEqual({
      status: 200,
      body: { lock: shown },
    });
    expect((await post('locks/verify', { limit: 1 })).body).toEqual({
      ours: [shown],
      theirs: [],
      next_cursor: lock.id,
    });
    const list = await fetch(`${base}/locks?path=a%2Fb.bin&limit=5&cursor=${lock.id}&refspec=x`);
    expect(await list.json()).toEqual({ locks: [shown], next_cursor: lock.id });
    expect(world.asked).toEqual([
      { ask: 'lock', path: 'a/b.bin' },
      { ask: 'unlock', id: lock.id, force: true },
      { ask: 'list', filter: { limit: 1 } },
      { ask: 'list', filter: { limit: 5, path: 'a/b.bin', after: lock.id } },
    ]);
    world.lockAnswer = { held: { ...lock, own: false } };
    expect(await post('locks', { path: 'a/b.bin' })).toEqual({
      status: 409,
      body: { message: 'the path is locked already, by ann', lock: shown, request_id: 'the-request' },
    });
    world.lockAnswer = { refused: 'foreign', reason: 'it is not yours' };
    expect(await post(`locks/${lock.id}/unlock`, {})).toMatchObject({
      status: 403,
      body: { message: 'it is not yours' },
    });
  });

  it.each(['', '/a', 'a//b', 'a/../b', './a', 'a\nb', 'a\0', '\ud800', 'x'.repeat(1_025), 5, undefined])(
    'locks no path that is none: %j',
    async (path) => {
      expect((await post('locks', { path })).status).toBe(422);
      expect(world.asked).toEqual([]);
    },
  );

  it('takes cursors and limits only that it could have given', async () => {
    for (const query of ['cursor=x', 'limit=-1', 'limit=x'])
      expect((await fetch(`${base}/locks?${query}`)).status).toBe(422);
    await fetch(`${base}/locks?limit=100000`);
    await fetch(`${base}/locks?limit=0`);
    expect(world.asked).toEqual([
      { ask: 'list', filter: { limit: 100 } },
      { ask: 'list', filter: { limit: 100 } },
    ]);
  });
});
