import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '@holdfast/blob-spi';
import type { FileAnswer, FileRequest, StagedBody } from '@holdfast/contracts';
import { openBlobStore } from '../../blob-stores.js';
import { basic, DoorFixture, eventually } from '../byte-door.fixture.js';

const created: FileAnswer = { is: 'answer', status: 201, headers: { 'Content-Length': '0' } };
const put = (length: number, ...headers: string[]): string =>
  `PUT /acme/projects/web/repositories/maven/jars/a HTTP/1.1\r\nHost: x\r\n${basic('developer')}` +
  `Content-Length: ${length}\r\n${headers.join('')}\r\n`;

describe('an upload that is staged here', () => {
  let directory: string;
  let store: BlobStore;
  let door: DoorFixture;
  let asked: FileRequest[];
  let methods: string[];
  let serve: (req: IncomingMessage, res: ServerResponse) => unknown;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'staged-'));
    store = await openBlobStore(directory);
    [asked, methods] = [[], []];
    door = await DoorFixture.open(
      (req, res) => {
        methods.push(req.method ?? '');
        return req.method === 'DELETE' ? res.writeHead(204).end() : serve(req, res);
      },
      (address) => (_: string, request: never) => {
        asked.push(request);
        return { is: 'upload', address, ticket: 't', stages: true };
      },
      { blobs: directory, store, patience: 1_500 },
    );
  });
  afterEach(async () => {
    await door.close();
    await store.close();
    await rm(directory, { recursive: true });
  });

  const files = async (below: string): Promise<string[]> =>
    (await readdir(join(directory, below), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  const stagingEmpties = async (): Promise<void> => {
    let left = await files('staging');
    for (let turn = 0; turn < 100 && left.length > 0; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      left = await files('staging');
    }
    expect(left).toEqual([]);
  };

  it('is described to the service, which takes it over', async () => {
    const bytes = randomBytes(300_000);
    serve = async (req, res) => {
      const body = JSON.parse(await text(req)) as StagedBody;
      await store.adopt(body).publish();
      res.end(JSON.stringify(created));
    };
    const wire = await door.dial();
    wire.say(put(bytes.length));
    wire.socket.write(bytes);
    await wire.hear('201 Created');
    expect(asked).toMatchObject([{ method: 'PUT', stagesAt: store.stagesAt }]);
    expect(methods).toEqual(['POST']);
    const [name] = await files('blobs');
    expect(name).toHaveLength(62);
    await stagingEmpties();
    wire.say(put(0));
    // Whole: the service must not be left while it reads.
    await eventually(() => wire.heard.split('201 Created').length === 3);
    expect(methods).toEqual(['POST', 'POST']);
  });

  it('is announced before its first byte comes', async () => {
    serve = (req, res) => req.resume().on('end', () => res.end(JSON.stringify(created)));
    const wire = await door.dial();
    wire.say(put(4));
    await eventually(() => methods.length === 1);
  });

  it('leaves nothing when its client goes away, and the service is told', async () => {
    let broken = false;
    serve = (req) => req.resume().on('error', () => (broken = true));
    const wire = await door.dial();
    wire.say(put(1_000_000));
    wire.socket.write(randomBytes(400_000));
    await eventually(() => methods.length === 1);
    wire.socket.destroy();
    await eventually(() => broken);
    await stagingEmpties();
  });

  it('leaves nothing when its client stalls', async () => {
    serve = (req) => req.resume().on('error', () => undefined);
    const wire = await door.dial();
    wire.say(put(1_000_000));
    wire.socket.write(randomBytes(70_000));
    await wire.hear('408 no byte of the body came');
    await stagingEmpties();
  });

  it('leaves nothing when the service answers before it was told, or breaks off', async () => {
    serve = (_, res) =>
      res.end(
        JSON.stringify({ ...created, status: 507, reason: 'full', headers: { 'Content-Length': '0' } }),
      );
    const early = await door.dial();
    early.say(put(1_000_000));
    early.socket.write(randomBytes(100_000));
    await early.hear('507 full');
    await stagingEmpties();
    serve = (req) => req.socket.destroy();
    const broken = await door.dial();
    broken.say(put(100));
    broken.socket.write(randomBytes(100));
    await broken.hear('503 the repository cannot be reached');
    await stagingEmpties();
  });

  it('goes through the service where the store cannot be written', async () => {
    await door.close();
    let received = '';
    door = await DoorFixture.open(
      (req, res) => void text(req).then((body) => res.end(((received = body), JSON.stringify(created)))),
      (address) => (_: string, request: never) => {
        asked.push(request);
        return { is: 'upload', address, ticket: 't' };
      },
      { blobs: directory },
    );
    const wire = await door.dial();
    wire.say(`${put(5)}bytes`);
    await wire.hear('201 Created');
    expect(received).toBe('bytes');
    expect(asked[0].stagesAt).toBeUndefined();
  });
});
