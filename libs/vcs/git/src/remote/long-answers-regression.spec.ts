import { jest } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PushRoom } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import { foundPointers } from './found-pointers.fixture.js';
import { IncomingFiles } from './incoming-files.js';
import { LfsSource } from './lfs-source.js';

const objectOf = (at: number): AskedObject => ({ oid: String(at).padStart(64, '0'), size: 1 });
const batch = (length: number): AskedObject[] => Array.from({ length }, (_, at) => objectOf(at));

// A remote answered the question where large files are by 4 MiB of levels or of headers, for each hundred files: the
// byte process did nothing else for one to two seconds each time, until half an hour was over.
describe('the answer of a remote about large files', () => {
  const { signal } = new AbortController();
  const networks = ['127.0.0.0/8'];
  let server: Server;
  let said: string;
  let asked: number;
  const remote = () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/core` });
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      request.resume().once('end', () => response.end(said));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => void (asked = 0));
  afterEach(() => jest.restoreAllMocks());

  const places = (objects: readonly AskedObject[]) =>
    new LfsSource(remote(), { networks, signal }).places(objects);
  const bring = async (count: number): Promise<number> => {
    const directory = join(tmpdir(), 'there-is-none');
    const disk = { take: () => Promise.resolve(true), hold: () => Promise.reject(new Error('not asked')) };
    const room = new PushRoom(
      { directory, principal: 'p' },
      { disk: { ...disk, level: () => Promise.resolve('enough' as const) } },
    );
    const task = { directory, place: directory, remote: remote(), networks, most: 1, room, before: 0 };
    const files = new IncomingFiles(task);
    await files.bring(foundPointers(batch(count)), { signal, tell: () => undefined });
    return files.missing;
  };

  it.each([
    ['many levels', `{"objects":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    [
      'many names',
      `{"objects":[],${batch(16_384)
        .map((_, at) => `"${at}":0`)
        .join()}}`,
    ],
    ['more bytes than anybody needs', JSON.stringify({ objects: [], text: 'x'.repeat((64 + 400) << 10) })],
  ])('is not parsed where it has %s, and no more is asked', async (_, text) => {
    said = text;
    const parse = jest.spyOn(JSON, 'parse');
    expect(await bring(300)).toBe(300);
    expect(asked).toBe(1);
    expect(parse.mock.calls.filter(([each]) => each === text)).toEqual([]);
  });

  it.each(['[]', '{}', '{"objects":{}}', '{"objects":', '<html></html>'])(
    'is none where it is %s',
    async (text) => {
      said = text;
      expect(await bring(300)).toBe(300);
      expect(asked).toBe(1);
    },
  );

  it('ends the questions where twenty in a row name nothing', async () => {
    said = JSON.stringify({ objects: [] });
    expect(await bring(3_000)).toBe(3_000);
    expect(asked).toBe(20);
  });

  it('is about what was asked, once each, with few headers', async () => {
    const line = (at: number, header: object = {}) => {
      const href = `http://127.0.0.1/${at}/${Object.keys(header).length}`;
      return { ...objectOf(at), actions: { download: { href, header } } };
    };
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'y']));
    const lines = [
      line(9),
      line(1),
      line(1, headers(1)),
      line(2, headers(17)),
      line(2),
      line(3, headers(16)),
    ];
    said = JSON.stringify({ objects: lines });
    const found = await places([objectOf(1), objectOf(2), objectOf(3)]);
    expect([...found.values()].map(({ url }) => url.pathname)).toEqual(['/1/0', '/3/16']);
  });
});
