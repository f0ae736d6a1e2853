import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { DomainError, type CallContext, type ProjectScope } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { GatewayEnv } from '../gateway.env.js';
import { requestTarget } from '../http/request-target.js';
import type { Scopes } from '../scopes/scopes.js';
import type { Callers } from './callers.js';
import { Dispatcher } from './dispatcher.js';
import { Guard } from './guard.js';

const ours = 'https://ui.example';

describe('the dispatcher', () => {
  let dispatcher: Dispatcher;
  let isLoggedIn: boolean;
  let isThere: boolean;
  beforeEach(() => {
    isLoggedIn = isThere = true;
    const env = {
      corsOrigins: [ours],
      siteUrl: 'http://x',
      vendor: 'svc',
      trustedProxies: [],
      bodies: 2 ** 20,
    };
    const callers = {
      enter: (_request: unknown, _target: unknown, _operation: unknown, ctx: CallContext) => {
        if (!isLoggedIn) return Promise.reject(new DomainError('unauthenticated'));
        const account = {
          uuid: 'a',
          id: 'ada',
          type: 'user',
          email: 'ada@example.com',
          name: 'Ada',
        } as const;
        const company = { uuid: 'c', id: 'acme' };
        ctx.principal = { company, account, companyAdmin: true, credential: 'key' };
        return Promise.resolve();
      },
    };
    const project: ProjectScope = { uuid: 'p', id: 'p', deleted: false, visibility: 'company', roles: [] };
    const scopes = {
      project: () => Promise.resolve(project),
      repository: () => Promise.resolve({ uuid: 'r', id: 'r', type: 'git', node: 'one', deleted: false }),
    };
    const rpc = {
      call: () => (isThere ? Promise.resolve({ id: 'x' }) : Promise.reject(DomainError.notFound())),
    };
    const parts = {} as never;
    dispatcher = new Dispatcher(
      env as unknown as GatewayEnv,
      rpc as unknown as Rpc,
      callers as unknown as Callers,
      new Guard(rpc as unknown as Rpc, scopes as unknown as Scopes),
      parts,
      parts,
      parts,
      parts,
      { slots: parts, reads: parts },
      parts,
    );
  });

  const ask = (method: string, path: string, headers: Record<string, string> = {}) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, url: path, headers });
    const proceed = (): void => undefined;
    return dispatcher.dispatch(request, requestTarget(path), proceed, new ServerResponse(request));
  };

  // Browsers showed a network error in place of what was wrong.
  it('lets pages of listed origins read what is refused', async () => {
    const granted = { 'access-control-allow-origin': ours, vary: 'Accept, Authorization, Origin' };
    const origin = { origin: ours };
    expect(await ask('GET', '/nothing', origin)).toMatchObject({ status: 404, headers: granted });
    expect(await ask('PATCH', '/users', origin)).toMatchObject({ status: 405, headers: granted });
    isLoggedIn = false;
    expect(await ask('GET', '/users', origin)).toMatchObject({ status: 401, headers: granted });
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'PUT', headers: origin });
    expect(dispatcher.refuseMethod(request, 'GET')).toMatchObject({ status: 405, headers: granted });
    expect(dispatcher.shared(request)).toMatchObject(granted);
  });

  it('lets no other pages read anything', async () => {
    for (const path of ['/nothing', '/users']) {
      const { headers } = await ask('GET', path, { origin: 'https://evil.example' });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('says that privileges are asked for twice of what is there only', async () => {
    const twice = '?privileges&privileges';
    for (const path of ['/users/x', '/projects/p/repositories/r/branches/x', '/users']) {
      isThere = true;
      expect(await ask('GET', path + twice)).toMatchObject({ status: 422 });
      if (path === '/users') continue;
      isThere = false;
      expect(await ask('GET', path + twice)).toMatchObject({ status: 404 });
    }
  });
});
