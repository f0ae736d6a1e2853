import type { RequestHead } from '@holdfast/kernel';
import { gitHttp } from './git-http.js';

const base = '/acme/projects/web/repositories/git/';
const json = { 'content-type': 'application/vnd.git-lfs+json; charset=utf-8' };
const oid = 'ab'.repeat(32);
const asked = (rest: string, method: string, headers: RequestHead['headers'] = {}, query = '') =>
  gitHttp.asked({ method, headers }, { base, rest, query });

describe('the addresses of Git LFS', () => {
  it.each([
    ['POST', 'objects/batch', 'lfs-batch', json],
    ['GET', `objects/${oid}`, 'lfs-download', {}],
    ['HEAD', `objects/${oid}`, 'lfs-download', {}],
    ['PUT', `objects/${oid}/0`, 'lfs-upload', {}],
    ['PUT', `objects/${oid}/123456`, 'lfs-upload', { 'content-type': 'application/octet-stream' }],
    ['POST', 'verify', 'lfs-verify', json],
    ['GET', 'locks', 'lfs-locks', {}],
    ['POST', 'locks', 'lfs-lock', json],
    ['POST', 'locks/verify', 'lfs-lock', json],
    ['POST', `locks/${'0'.repeat(24)}/unlock`, 'lfs-lock', json],
  ])('are served: %s %s', (method, path, service, headers) => {
    for (const at of ['code', 'code.git', 'code/', 'team/code', 'a/info/lfs/b'])
      expect(asked(`${at}/info/lfs/${path}`, method, headers)).toEqual({
        repository: at.replace(/\.git$|\/$/, ''),
        service,
        exchange: { method: method === 'HEAD' ? 'GET' : method, path: `/lfs/${path}`, headers: {} },
      });
  });

  it.each([
    'code/info/lfs',
    'code/info/lfs/',
    'code/info/lfs/objects',
    `code/info/lfs/objects/${oid.toUpperCase()}`,
    `code/info/lfs/objects/${oid}0`,
    `code/info/lfs/objects/${oid}/01`,
    `code/info/lfs/objects/${oid}/-1`,
    `code/info/lfs/objects/${oid}/1e9`,
    `code/info/lfs/objects/${'../'.repeat(3)}etc`,
    'code/info/lfs/locks/x/unlock',
    'code%2Finfo/lfs/locks',
    'team%2fcode/info/lfs/locks',
    '../code/info/lfs/locks',
    'info/lfs/locks',
    'code/info///lfs/locks',
  ])('are no others: %s', (rest) => {
    expect(asked(rest, 'GET')).toMatchObject({ status: 404 });
  });

  it('hand on which part is wanted, and the question for locks, and nothing else', () => {
    const headers = { range: 'bytes=1-', 'if-range': '"x"', authorization: 'Bearer x', cookie: 'a=b' };
    expect(asked(`code/info/lfs/objects/${oid}`, 'GET', headers, 'a=b')).toMatchObject({
      exchange: { path: `/lfs/objects/${oid}`, headers: { range: 'bytes=1-', 'if-range': '"x"' } },
    });
    expect(asked('code/info/lfs/locks', 'GET', {}, 'path=a%20b')).toMatchObject({
      exchange: { path: '/lfs/locks?path=a%20b' },
    });
  });

  it.each([
    ['PUT', 'objects/batch', json, 405, 'POST'],
    ['POST', `objects/${oid}`, json, 405, 'GET, HEAD'],
    ['DELETE', 'locks', {}, 405, 'GET, HEAD, POST'],
    ['POST', 'locks', {}, 415, undefined],
    ['POST', 'verify', { ...json, 'content-encoding': 'gzip' }, 415, undefined],
    ['PUT', `objects/${oid}/5`, { 'content-encoding': 'gzip' }, 415, undefined],
  ])('tell those who may, what is wrong: %s %s %j', (method, path, headers, status, allow) => {
    const found = asked(`code/info/lfs/${path}`, method, headers);
    expect(found).toMatchObject({ repository: 'code', refused: { status } });
    if (allow !== undefined) expect(found).toHaveProperty('refused.headers', ['Allow', allow]);
  });

  it('answer refusals where clients of LFS look for them, and those of git as before', () => {
    const body = (rest: string) =>
      gitHttp.refusalBody?.(
        { status: 401, reason: 'why' },
        { address: { base, rest, query: '' }, requestId: '7' },
      );
    expect(body('code/info/lfs/x')).toEqual({
      type: 'application/vnd.git-lfs+json',
      text: '{"message":"why","request_id":"7"}',
    });
    expect(body('code/info/refs')).toBeUndefined();
  });
});
