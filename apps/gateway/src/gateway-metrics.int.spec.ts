import { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { HealthPort } from '@holdfast/platform/health';
import { setLogLevel } from '@holdfast/platform/observability';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { basic, DoorFixture, eventually } from './bytes/byte-door.fixture.js';
import { OpenReads } from './bytes/open-reads.js';
import { TransferSlots } from './bytes/slots/transfer-slots.js';
import type { Callers } from './dispatch/callers.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Guard } from './dispatch/guard.js';
import type { GatewayEnv } from './gateway.env.js';
import { watchDoors } from './gateway.metrics.js';
import { requestTarget } from './http/request-target.js';
import { revocable } from './session/revocable.js';
import { outcome, SshDoorFixture } from './ssh/ssh-door.fixture.js';

describe('the metrics of the gateway', () => {
  let health: HealthPort;
  beforeAll(async () => {
    setLogLevel('silent');
    health = await HealthPort.open({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => health.close());

  /** The value of a line that begins so; 0 where there is none. */
  const read = async (line: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${health.port}/metrics`)).text();
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return Number(found?.slice(line.length + 1) ?? 0);
  };
  /** By how much a value grows meanwhile. */
  const grown = async (line: string, work: () => Promise<unknown>): Promise<number> => {
    const before = await read(line);
    await work();
    return (await read(line)) - before;
  };

  it('count requests of the API by operation and class of status, and no path', async () => {
    const callers = { enter: () => Promise.reject(new DomainError('unauthenticated')) };
    const env = { corsOrigins: [], siteUrl: 'http://x', vendor: 'svc', trustedProxies: [], bodies: 1 };
    const parts = {} as never;
    const dispatcher = new Dispatcher(
      env as unknown as GatewayEnv,
      parts,
      callers as unknown as Callers,
      new Guard(parts, parts),
      ...([parts, parts, parts, parts] as const),
      { slots: parts, reads: parts },
      parts,
    );
    const ask = (method: string, url: string) => {
      const request = Object.assign(new IncomingMessage({} as Socket), { method, url, headers: {} });
      return dispatcher.dispatch(request, requestTarget(url), () => undefined, new ServerResponse(request));
    };
    const count = 'holdfast_api_request_duration_seconds_count';
    const known = `${count}{operation="user.list",status="4xx"}`;
    expect(await grown(known, () => ask('GET', '/users'))).toBe(1);
    const unknown = `${count}{operation="none",status="4xx"}`;
    expect(await grown(unknown, () => ask('GET', '/nothing/like/it'))).toBe(1);
    expect(await grown(`${count}{operation="none",status="2xx"}`, () => ask('OPTIONS', '/users'))).toBe(1);
    expect(await read('holdfast_api_requests_in_progress')).toBe(0);
  });

  describe('at the door for bytes', () => {
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
      expect(await grown(count('fetch', 'done'), fetched)).toBe(1);
      const anonymous = (): Promise<void> => said(fetching('want'), '401 ');
      expect(await grown(count('none', 'refused'), anonymous)).toBe(1);
      answer = (_, response) => void response.destroy();
      const broken = (): Promise<void> => said(fetching('want', basic('guest')), '503 ');
      expect(await grown(count('fetch', 'failed'), broken)).toBe(1);
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
      const before = [await read(received), await read(sent)];
      const wire = await door.dial();
      wire.say(fetching('want', basic('guest')));
      await wire.hear('xxx');
      await eventually(() => wire.heard.length > 5_000);
      expect((await read(received)) - before[0]).toBe(4);
      expect((await read(sent)) - before[1]).toBeGreaterThan(5_000);
      expect(await read(`holdfast_transfers_in_progress{${labels}}`)).toBe(1);
      expect(await read('holdfast_transfer_slots{service="fetch"}')).toBe(7);
      expect(await read('holdfast_transfer_slots_used{service="fetch"}')).toBe(1);
      expect(await read('holdfast_transfer_slots_awaited{service="fetch"}')).toBe(0);
      expect(await read('holdfast_connections{door="ssh"}')).toBe(3);
      expect(
        await grown(count('fetch', 'done'), async () => (end(), void (await wire.hear('\r\n0\r\n')))),
      ).toBe(1);
      expect(await read(`holdfast_transfers_in_progress{${labels}}`)).toBe(0);
      unwatch();
      expect(await read('holdfast_transfer_slots{service="fetch"}')).toBe(0);
      await new Promise((resolve) => http.close(resolve));
    });
  });

  it('count conversations over SSH', async () => {
    const door = await SshDoorFixture.open((request, response) => {
      request.resume();
      response.end('the refs');
    });
    try {
      const client = await door.client();
      const counted = (labels: string): string => `holdfast_transfer_duration_seconds_count{${labels}}`;
      const done = counted('kind="git",door="ssh",service="fetch",outcome="done"');
      const refused = counted('kind="none",door="ssh",service="none",outcome="refused"');
      const path = 'acme/projects/web/repositories/git/code';
      // The client hears the end a moment before it is counted.
      const asked = (name: string) => async (): Promise<void> => {
        await outcome(client, `git-upload-pack '${name}'`);
        await pause(50);
      };
      expect(await grown(done, asked(path))).toBe(1);
      expect(await grown(refused, asked(`${path}x`))).toBe(1);
    } finally {
      await door.close();
    }
  });

  it('count what caches could answer', async () => {
    const ctx = {} as CallContext;
    const hearing = new Hearing();
    hearing.hear('pulse', { process: 'p', number: 0 }, 0);
    const rpc = { hears: () => hearing } as unknown as Rpc;
    const feed = { pulse: 'pulse', events: [] } as never;
    const cache = revocable('spec', rpc, [feed]);
    const ask = () =>
      cache.get(
        'key',
        () => Promise.resolve(ctx),
        () => [],
      );
    expect(await grown('holdfast_cache_misses_total{cache="spec"}', ask)).toBe(1);
    expect(await grown('holdfast_cache_hits_total{cache="spec"}', ask)).toBe(1);
    expect(await read('holdfast_cache_entries{cache="spec"}')).toBe(1);
  });
});
