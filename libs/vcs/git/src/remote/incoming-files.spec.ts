import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PushRoom } from '@holdfast/vcs-spi/engine';
import { LargeFiles } from '../lfs/large-files.js';
import { foundPointers } from './found-pointers.fixture.js';
import { IncomingFiles } from './incoming-files.js';

const contents = ['one', 'other', 'large'].map((text) => Buffer.from(text.repeat(1_000)));
const objectOf = (content: Buffer) => ({
  oid: createHash('sha256').update(content).digest('hex'),
  size: content.length,
});

// HTTP and a disk, without git.
describe('large files of a remote', () => {
  const signal = new AbortController().signal;
  const told: string[] = [];
  const work = { signal, tell: ({ doing }: { doing: string }) => void told.push(doing) };
  let root: string;
  let server: Server;
  let url: string;
  let asked: string[] = [];
  let room = Infinity;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const store = new LargeFiles();

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'files-'));
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(root, { recursive: true });
  });
  let made = 0;
  let directory: string;
  beforeEach(async () => {
    asked = [];
    room = Infinity;
    directory = join(root, `r${(made += 1)}`);
    await mkdir(join(directory, 'incoming'), { recursive: true });
  });

  const gate = {
    disk: {
      take: (bytes: number) => Promise.resolve((room -= bytes) >= 0),
      hold: () => Promise.resolve(() => undefined),
      level: () => Promise.resolve('enough' as const),
    },
  };
  const files = (more: { networks?: string[]; most?: number } = {}) =>
    new IncomingFiles({
      ...{ directory, place: join(directory, 'incoming'), before: 0 },
      remote: { url: `${url}/core`, username: 'ada', password: 'x' },
      ...{ networks: ['127.0.0.0/8'], most: 10_000, ...more },
      room: new PushRoom({ directory, principal: 'p' }, gate),
    });
  const serving =
    (place: (oid: string) => object | undefined) => (request: IncomingMessage, response: ServerResponse) => {
      if (request.method === 'GET') {
        const content = contents.find((each) => request.url?.includes(objectOf(each).oid));
        return void response.writeHead(content ? 200 : 404).end(content);
      }
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const { objects } = JSON.parse(body) as { objects: { oid: string }[] };
        const lines = objects.map(({ oid }) => ({ oid, actions: place(oid) && { download: place(oid) } }));
        response.end(JSON.stringify({ objects: lines }));
      });
    };
  const wanted = contents.map(objectOf);

  it('come with the credentials of their host, and are those of the repository once they are taken over', async () => {
    answer = serving((oid) => ({ href: `${url}/store/${oid}?a=b` }));
    const coming = files();
    await coming.bring(foundPointers(wanted), work);
    expect(coming.missing).toBe(0);
    const login = `Basic ${Buffer.from('ada:x').toString('base64')}`;
    expect(asked).toEqual([
      `POST /core.git/info/lfs/objects/batch ${login}`,
      ...wanted.map(({ oid }) => `GET /store/${oid}?a=b ${login}`),
    ]);
    expect(told.at(-1)).toBe('large files arrive: 3 of 3');
    const [first] = wanted;
    expect(await store.sizeOf(directory, first.oid)).toBeUndefined();
    const whole = { goesOn: () => undefined, syncAll: () => Promise.reject(new Error('there are few')) };
    await store.adopt(join(directory, 'incoming'), directory, whole);
    const file = await store.open(directory, first.oid);
    expect(Buffer.concat([await file.readFile()]).equals(contents[0])).toBe(true);
    await file.close();
    asked = [];
    await files().bring(foundPointers(wanted), work);
    expect(asked).toEqual([]);
  });

  it('are counted where they cannot be had, and are no reason to end', async () => {
    const [there, wrong, absent] = wanted;
    answer = serving((oid) => {
      if (oid === absent.oid) return undefined;
      return { href: `${url}/${oid === wrong.oid ? there.oid : oid}` };
    });
    const coming = files();
    await coming.bring(foundPointers(wanted), work);
    expect(coming.missing).toBe(2);
    answer = (_request, response) => void response.writeHead(404).end();
    const none = files();
    await none.bring(foundPointers([wrong, absent]), work);
    expect(none.missing).toBe(2);
    answer = serving((oid) => ({ href: `${url}/${oid}` }));
    const large = files({ most: 3_000 });
    await large.bring(foundPointers([wrong, absent]), work);
    expect(large.missing).toBe(2);
  });

  it('are told as they are found, and looked for no longer than somebody waits', async () => {
    answer = serving((oid) => ({ href: `${url}/${oid}` }));
    const [first, ...others] = wanted;
    await files().bring(foundPointers([first], others), work);
    const words = ['1 of 1, and more', '2 of 3', '3 of 3'];
    expect(told.slice(-3)).toEqual(words.map((each) => `large files arrive: ${each}`));
    const stopping = new AbortController();
    const piece = function* (): Generator<typeof first> {
      stopping.abort();
      yield first;
      throw new Error('it went on');
    };
    const objects = { [Symbol.iterator]: piece } as typeof wanted;
    const end = files().bring(foundPointers(objects), { ...work, signal: stopping.signal });
    await expect(end).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['http://169.254.169.254/x', 'file:///etc/passwd', 'http://a:b@127.0.0.1/x'])(
    'are not asked of %s',
    async (href) => {
      answer = serving(() => ({ href }));
      const coming = files();
      await coming.bring(foundPointers(wanted.slice(0, 1)), work);
      expect([coming.missing, asked.length]).toEqual([1, 1]);
    },
  );

  it('end where there is no room for them', async () => {
    answer = serving((oid) => ({ href: `${url}/${oid}` }));
    room = 4_000;
    await expect(files().bring(foundPointers(wanted), work)).rejects.toMatchObject({ code: 'no_room' });
    await expect(readFile(join(directory, 'lfs'))).rejects.toThrow();
  });
});
