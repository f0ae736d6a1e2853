import type { OpenTransfer } from '@holdfast/contracts';
import { Passes, type Pass } from '../../session/passes.js';
import { basic, DoorFixture } from '../byte-door.fixture.js';

const base = '/acme/projects/web/repositories/git/team/code';
const oid = 'ab'.repeat(32);
const passes = new Passes([Buffer.from('a host key')]);

describe('a request that comes with a pass', () => {
  let door: DoorFixture;
  let opened: OpenTransfer[];
  const ended = new Set<string>();
  beforeEach(async () => {
    opened = [];
    ended.clear();
    door = await DoorFixture.open(
      (req, res) => void req.resume().on('end', () => res.end('done')),
      (address) => (_: string, input: never) => {
        opened.push(input);
        return { address, ticket: 't' };
      },
      { passes, ended },
    );
  });
  afterEach(() => door.close());

  const header = (more: Partial<Pass> = {}) =>
    passes.give({
      ...{ company: 'acme', fingerprint: 'key of developer', kind: 'git', repository: 'code' },
      ...{ word: 'download', expires: Date.now() + 60_000, ...more },
    });
  const ask = async (line: string, authorization: string, type = 'application/vnd.git-lfs+json') => {
    const wire = await door.dial();
    const length = line.startsWith('GET') ? '' : `Content-Type: ${type}\r\nContent-Length: 2\r\n`;
    wire.say(
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${length}\r\n${length && '{}'}`,
    );
    const text = await wire.hear('\r\n\r\n');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  };
  const batch = `POST ${base}/info/lfs/objects/batch`;
  const download = `GET ${base}/info/lfs/objects/${oid}`;
  const upload = `PUT ${base}/info/lfs/objects/${oid}/2`;

  it('may do what the pass is for, as its account', async () => {
    expect(await ask(download, header())).toBe(200);
    expect(await ask(batch, header())).toBe(200);
    expect(await ask(upload, header({ word: 'upload' }))).toBe(200);
    expect(opened.map(({ service, pass }) => [service, pass?.word])).toEqual([
      ['lfs-download', 'download'],
      ['lfs-batch', 'download'],
      ['lfs-upload', 'upload'],
    ]);
    expect(opened[0].pass?.authorization).toMatch(/^Bearer hfp\./);
  });

  it('may do nothing else, and nothing elsewhere', async () => {
    expect(await ask(upload, header())).toBe(403);
    expect(await ask(`GET ${base}/info/refs?service=git-upload-pack`, header())).toBe(403);
    expect(await ask(download, header({ repository: 'another' }))).toBe(403);
    expect(await ask(download, header({ word: 'constructor' }))).toBe(403);
    expect(await ask(download, header({ kind: 'subversion' }))).toBe(403);
    expect(await ask('GET /acme/projects/web/repositories/maven/jars/a/b', header())).toBe(403);
    expect(opened).toEqual([]);
  });

  it('may do no more than its account may do now', async () => {
    expect(await ask(upload, header({ word: 'upload', fingerprint: 'key of guest' }))).toBe(403);
    expect(await ask(download, header({ fingerprint: 'key of stranger' }))).toBe(404);
    expect(await ask(download, header({ fingerprint: 'key of nobody' }))).toBe(401);
    ended.add('developer');
    expect(await ask(download, header())).toBe(401);
    expect(opened).toEqual([]);
  });

  it('is refused where the pass is over, of another company or not ours', async () => {
    expect(await ask(download, header({ expires: Date.now() - 1 }))).toBe(401);
    expect(await ask(download, header({ company: 'other' }))).toBe(401);
    expect(await ask(download.replace('acme', 'other'), header())).toBe(401);
    expect(await ask(download, `${header().slice(0, -1)}x`)).toBe(401);
    expect(await ask(download, 'Bearer')).toBe(401);
    expect(opened).toEqual([]);
  });

  it('is refused in the words of the kind', async () => {
    const wire = await door.dial();
    wire.say(
      `${upload} HTTP/1.1\r\nHost: x\r\n${basic('guest')}X-Request-Id: 7\r\nContent-Length: 0\r\n\r\n`,
    );
    const text = await wire.hear('"request_id":"7"}');
    expect(text).toMatch(/^HTTP\/1\.1 403 [^]*\r\nContent-Type: application\/vnd\.git-lfs\+json\r\n/);
    expect(text).toContain('{"message":"you may read this repository, but not push to it",');
  });
});
