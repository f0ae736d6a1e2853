import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { allOperations, type CallInput } from '@holdfast/contracts';
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
  /** The lists that were asked for, and why the next one is refused. */
  let lists: unknown[];
  let refusal: DomainError | undefined;
  beforeEach(() => {
    isLoggedIn = isThere = true;
    lists = [];
    refusal = undefined;
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
      group: () => Promise.resolve({ uuid: 'g' }),
      bot: () => Promise.resolve({ uuid: 'b' }),
    };
    const rpc = {
      call: () => (isThere ? Promise.resolve({ id: 'x' }) : Promise.reject(DomainError.notFound())),
      lines: (subject: string, _ctx: unknown, { params, list }: CallInput) => {
        lists.push([subject, params, list]);
        return refusal ? Promise.reject(refusal) : Promise.resolve({ head: { objects: 0 } });
      },
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
      { mustHave: () => undefined } as never,
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

  describe('of a list of what is at commits', () => {
    const at = '/projects/p/repositories/r';
    const below = [
      ...[
        'tree',
        'tree/a',
        'files',
        'history',
        'history/a',
        'future',
        'future/a',
        'changesets',
        'search',
        'blame/a',
      ],
    ].map((each) => `${at}/commits/none/${each}`);
    const paths = [...below, `${at}/compare/commits/none...main`, `${at}/compare/changesets/none...main`];
    const wrong = ['limit=x', 'limit=0&privileges&privileges'];

    it.each(paths)('says what is wrong only where there is such a place: %s', async (path) => {
      for (const query of [...wrong, 'privileges']) {
        refusal = DomainError.notFound();
        expect(await ask('GET', `${path}?${query}`)).toMatchObject({ status: 404 });
        for (refusal of [undefined, DomainError.invalid({ search_term: { empty: true } })])
          expect([query, (await ask('GET', `${path}?${query}`)).status]).toEqual([
            query,
            query === 'privileges' ? 200 : 422,
          ]);
        refusal = DomainError.unavailable('busy');
        expect(await ask('GET', `${path}?${query}`)).toMatchObject({ status: 503 });
      }
    });

    it('asks for nothing that is there', async () => {
      await ask('GET', `${at}/commits/none/blame/a/b?first=x`);
      expect(lists).toEqual([
        [
          'repository.blame.list.v1.one',
          { project_id: 'p', repository_id: 'r', commit_id: 'none', path: 'a/b' },
          { limit: 1, offset: 0, active: false, descending: false },
        ],
      ]);
    });

    it('asks for no other lists: what is in their paths is known', async () => {
      const known = ['project_id', 'repository_id', 'group_id', 'id'];
      const named = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      for (const { path } of allOperations.filter(({ kind }) => kind === 'list')) {
        lists = [];
        const { status } = await ask('GET', `${path.replaceAll(':', '')}?limit=x`);
        const expected = named(path).every((name) => known.includes(name)) ? 0 : 1;
        expect([path, status, lists.length]).toEqual([path, 422, expected]);
      }
    });
  });

  it('says that privileges are asked for twice of what is there only', async () => {
    const twice = '?privileges&privileges';
    for (const path of ['/users/x', '/projects/p/repositories/r/branches/x', '/users']) {
      isThere = true;
      expect(await ask('GET', `${path}?privileges&odd=1&odd=2`)).toMatchObject({ status: 422 });
      expect(await ask('GET', path + twice)).toMatchObject({ status: 422 });
      if (path === '/users') continue;
      isThere = false;
      expect(await ask('GET', path + twice)).toMatchObject({ status: 404 });
    }
  });
});
