import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Hearing } from '@holdfast/platform/rpc';
import { watchDoors } from '../gateway.metrics.js';
import { ShownMetrics } from '../shown-metrics.fixture.js';
import { basic, DoorFixture, eventually } from './byte-door.fixture.js';
import { OpenReads } from './open-reads.js';
import { TransferSlots } from './slots/transfer-slots.js';
import { CountedTransfer } from './transfer.metrics.js';

describe('the metrics of transfers', () => {
  let shown: ShownMetrics;
  beforeAll(async () => void (shown = await ShownMetrics.open()));
  afterAll(() => shown.close());

  const hears = { hears: () => new Hearing() };
  const slots = new TransferSlots({ upload: 7, download: 7, fetch: 7, push: 7 });
  let door: DoorFixture;
  let answer: (body: string, response: ServerResponse) => void;
  beforeEach(async () => {
    answer = (body, response) => void response.end(`a pack for ${body}`);
    door = await DoorFixture.open(
      (request, response) => {
        let body = '';
        request.on('data', (piece: Buffer) => (body += piece.toString()));
        request.on('end', () => answer(body, response));
      },
      (address) => () => ({ address, ticket: 'a-ticket' }),
      { shared: { slots, reads: new OpenReads(hears) } },
    );
  });
  afterEach(() => door.close());

  const fetching = (body: string, ...more: string[]): string =>
    `POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n` +
    `Content-Type: application/x-git-upload-pack-request\r\nContent-Length: ${body.length}\r\n` +
    `${more.join('')}\r\n${body}`;
  const said = async (request: string, until: string): Promise<void> => {
    const wire = await door.dial();
    wire.say(request);
    await wire.hear(until);
    wire.socket.destroy();
  };
  const labels = 'kind="git",door="http",service="fetch"';
  const count = (service: string, result: string): string =>
    `holdfast_transfer_duration_seconds_count{kind="git",door="http",service="${service}",outcome="${result}"}`;

  it('count transfers by what became of them', async () => {
    const fetched = (): Promise<void> => said(fetching('want', basic('guest')), 'a pack for want');
    expect(await shown.grown(count('fetch', 'done'), fetched)).toBe(1);
    const anonymous = (): Promise<void> => said(fetching('want'), '401 ');
    expect(await shown.grown(count('none', 'refused'), anonymous)).toBe(1);
    answer = (_, response) => void response.destroy();
    const broken = (): Promise<void> => said(fetching('want', basic('guest')), '503 ');
    expect(await shown.grown(count('fetch', 'failed'), broken)).toBe(1);
  });

  it('count bytes while they go, what goes on, and slots', async () => {
    let end: () => void = () => undefined;
    answer = (_, response) => {
      response.write('x'.repeat(5_000));
      end = () => response.end();
    };
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    expect((http.address() as AddressInfo).port).toBeGreaterThan(0);
    const unwatch = watchDoors({ slots, http, ssh: { connections: 3 } });
    const received = `holdfast_transfer_received_bytes_total{${labels}}`;
    const sent = `holdfast_transfer_sent_bytes_total{${labels}}`;
    const before = [await shown.read(received), await shown.read(sent)];
    const wire = await door.dial();
    wire.say(fetching('want', basic('guest')));
    await wire.hear('xxx');
    await eventually(() => wire.heard.length > 5_000);
    expect((await shown.read(received)) - before[0]).toBe(4);
    expect((await shown.read(sent)) - before[1]).toBeGreaterThan(5_000);
    expect(await shown.read(`holdfast_transfers_in_progress{${labels}}`)).toBe(1);
    expect(await shown.read('holdfast_transfer_slots{service="fetch"}')).toBe(7);
    expect(await shown.read('holdfast_transfer_slots_used{service="fetch"}')).toBe(1);
    expect(await shown.read('holdfast_transfer_slots_awaited{service="fetch"}')).toBe(0);
    expect(await shown.read('holdfast_connections{door="ssh"}')).toBe(3);
    expect(
      await shown.grown(count('fetch', 'done'), async () => (end(), void (await wire.hear('\r\n0\r\n')))),
    ).toBe(1);
    expect(await shown.read(`holdfast_transfers_in_progress{${labels}}`)).toBe(0);
    unwatch();
    expect(await shown.read('holdfast_transfer_slots{service="fetch"}')).toBe(0);
    await new Promise((resolve) => http.close(resolve));
  });

  it('count a client that goes away as such', async () => {
    answer = (_, response) => void response.write('x'.repeat(2 ** 24));
    const gone = async (): Promise<void> => {
      const wire = await door.dial();
      wire.say(fetching('want', basic('guest')));
      await wire.hear('xxx');
      wire.socket.resetAndDestroy();
    };
    expect(await shown.grown(count('fetch', 'broken'), gone)).toBe(1);
  });

  // What lies in a connection counts as sent, and no more when that breaks off.
  it('can be read though less was sent in the end than it seemed', async () => {
    let sent = 5_000;
    const counted = Object.assign(new CountedTransfer('http', () => sent), { kind: 'git', service: 'push' });
    const bytes = 'holdfast_transfer_sent_bytes_total{kind="git",door="http",service="push"}';
    expect(await shown.read(bytes)).toBe(5_000);
    sent = 3_000;
    expect(await shown.read(bytes)).toBe(5_000);
    expect(await shown.grown(count('push', 'broken'), () => Promise.resolve(counted.end()))).toBe(1);
    expect(await shown.read(bytes)).toBe(5_000);
  });

  it('count an engine that breaks off in its answer as our fault', async () => {
    answer = (_, response) => {
      response.write('half of it');
      setTimeout(() => response.destroy(), 50);
    };
    const broken = async (): Promise<void> => {
      const wire = await door.dial();
      wire.say(fetching('want', basic('guest')));
      await wire.hear('half of it');
      await new Promise((resolve) => wire.socket.once('close', resolve));
    };
    expect(await shown.grown(count('fetch', 'failed'), broken)).toBe(1);
  });

  it('count transfers for which there is no slot as refused, and who leaves while he waits as gone', async () => {
    const few = new TransferSlots({ upload: 1, download: 1, fetch: 1, push: 1 }, 300);
    const narrow = await DoorFixture.open(
      (_, response) => void response.write('half of it'),
      (address) => () => ({ address, ticket: 'a-ticket' }),
      { shared: { slots: few, reads: new OpenReads(hears) } },
    );
    const asked = async (until: string): Promise<Socket> => {
      const wire = await narrow.dial();
      wire.say(
        `GET /acme/projects/web/repositories/git/team/code/info/refs?service=git-upload-pack HTTP/1.1\r\n` +
          `Host: x\r\n${basic('guest')}\r\n`,
      );
      if (until) await wire.hear(until);
      return wire.socket;
    };
    try {
      await asked('half of it');
      expect(await shown.grown(count('fetch', 'refused'), () => asked('503 '))).toBe(1);
      const failed = await shown.read(count('fetch', 'failed'));
      const left = async (): Promise<void> => {
        const socket = await asked('');
        await pause(100);
        socket.destroy();
      };
      expect(await shown.grown(count('fetch', 'broken'), left)).toBe(1);
      expect(await shown.read(count('fetch', 'failed'))).toBe(failed);
    } finally {
      await narrow.close();
    }
  });
});
