import { IncomingMessage, ServerResponse, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import {
  DomainError,
  readTraceParent,
  recordSpans,
  type CallContext,
  type EndedSpan,
} from '@holdfast/kernel';
import { beginTraces } from '@holdfast/platform/tracing';
import { requestOf } from './bytes/upstream/transfer-request.js';
import type { Callers } from './dispatch/callers.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Guard } from './dispatch/guard.js';
import type { GatewayEnv } from './gateway.env.js';
import { requestTarget } from './http/request-target.js';
import { outcome, SshDoorFixture } from './ssh/ssh-door.fixture.js';

const above = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };

describe('the traces of the gateway', () => {
  let ended: EndedSpan[];
  let ends: (() => void)[];
  beforeEach(() => {
    ended = [];
    ends = [recordSpans((span) => void ended.push(span)), beginTraces(1)];
  });
  afterEach(() => {
    for (const end of ends) end();
  });

  /** Asks the API; answers the contexts of what that has asked. */
  const ask = async (url: string, headers: IncomingHttpHeaders): Promise<CallContext[]> => {
    const seen: CallContext[] = [];
    const enter = (_request: unknown, _target: unknown, _operation: unknown, ctx: CallContext) => {
      seen.push(ctx);
      return Promise.reject(new DomainError('unauthenticated'));
    };
    const env = { corsOrigins: [], siteUrl: 'http://x', vendor: 'svc', trustedProxies: [], bodies: 1 };
    const parts = {} as never;
    const dispatcher = new Dispatcher(
      env as unknown as GatewayEnv,
      parts,
      { enter } as unknown as Callers,
      new Guard(parts, parts),
      ...([parts, parts, parts, parts] as const),
      { slots: parts, reads: parts },
      parts,
    );
    const request = Object.assign(new IncomingMessage({} as Socket), { method: 'GET', url, headers });
    await dispatcher.dispatch(request, requestTarget(url), () => undefined, new ServerResponse(request));
    return seen;
  };

  it('begin with requests of the API, which have the names of their operations', async () => {
    const traceparent = `00-${above.trace}-${above.span}-01`;
    const [ctx] = await ask('/projects/secret', { traceparent, tracestate: 'evil=1', 'x-request-id': 'r1' });
    expect(ended).toMatchObject([
      {
        ...{ trace: above.trace, parent: above.span, name: 'GET /projects/:project_id', kind: 'server' },
        facts: {
          'holdfast.operation': 'project.show',
          'http.response.status_code': 401,
          'holdfast.request_id': 'r1',
        },
      },
    ]);
    expect(readTraceParent(ctx.trace ?? '')).toEqual({
      ...{ trace: above.trace, span: ended[0].span, sampled: true },
    });
    expect(JSON.stringify(ended)).not.toMatch(/secret|evil/);
    expect(ended[0]).not.toHaveProperty('failure');
  });

  it('say no path of what nobody knows', async () => {
    await ask('/nothing/like/it', {});
    expect(ended).toMatchObject([{ name: 'api', facts: { 'http.response.status_code': 404 } }]);
    expect(JSON.stringify(ended)).not.toContain('nothing');
  });

  it('begin with conversations over SSH, and are told to byte processes', async () => {
    const heard: (string | string[] | undefined)[] = [];
    const door = await SshDoorFixture.open((request, response) => {
      heard.push(request.headers.traceparent);
      request.resume();
      response.end('the refs');
    });
    try {
      const client = await door.client();
      await outcome(client, `git-upload-pack 'acme/projects/web/repositories/git/code'`);
    } finally {
      await door.close();
    }
    const [conversation] = ended.filter(({ name }) => name === 'ssh git fetch');
    expect(conversation).toMatchObject({ kind: 'server', facts: { 'holdfast.outcome': 'done' } });
    expect(heard).toEqual([`00-${conversation.trace}-${conversation.span}-01`]);
    expect(JSON.stringify(ended)).not.toMatch(/acme|web|code"/);
  });

  it('are told to byte ports only where they are recorded', () => {
    const to = { to: () => ({}) as never };
    const transfer = { method: 'GET', address: 'http://127.0.0.1:1/x', headers: {} };
    expect(requestOf({ ...transfer, trace: 'told' }, to).head).toContain('\r\ntraceparent: told\r\n');
    expect(requestOf(transfer, to).head).not.toContain('traceparent');
  });

  it('are none of requests that are not recorded', async () => {
    ends.push(beginTraces(0));
    const [ctx] = await ask('/projects', { traceparent: `00-${above.trace}-${above.span}-00` });
    expect(ctx).not.toHaveProperty('trace');
    expect(ended).toEqual([]);
  });
});
