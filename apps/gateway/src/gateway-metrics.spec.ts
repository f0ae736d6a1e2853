import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import type { Callers } from './dispatch/callers.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Guard } from './dispatch/guard.js';
import type { GatewayEnv } from './gateway.env.js';
import { requestTarget } from './http/request-target.js';
import { revocable } from './session/revocable.js';
import { ShownMetrics } from './shown-metrics.fixture.js';
import { outcome, SshDoorFixture } from './ssh/ssh-door.fixture.js';

describe('the metrics of the gateway', () => {
  let shown: ShownMetrics;
  beforeAll(async () => void (shown = await ShownMetrics.open()));
  afterAll(() => shown.close());

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
    expect(await shown.grown(known, () => ask('GET', '/users'))).toBe(1);
    const unknown = `${count}{operation="none",status="4xx"}`;
    expect(await shown.grown(unknown, () => ask('GET', '/nothing/like/it'))).toBe(1);
    expect(await shown.grown(`${count}{operation="none",status="2xx"}`, () => ask('OPTIONS', '/users'))).toBe(
      1,
    );
    expect(await shown.read('holdfast_api_requests_in_progress')).toBe(0);
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
      const asked = (name: string) => (): Promise<unknown> => outcome(client, `git-upload-pack '${name}'`);
      expect(await shown.grown(done, asked(path))).toBe(1);
      expect(await shown.grown(refused, asked(`${path}x`))).toBe(1);
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
    expect(await shown.grown('holdfast_cache_misses_total{cache="spec"}', ask)).toBe(1);
    expect(await shown.grown('holdfast_cache_hits_total{cache="spec"}', ask)).toBe(1);
    expect(await shown.read('holdfast_cache_entries{cache="spec"}')).toBe(1);
  });
});
