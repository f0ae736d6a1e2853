import {
  botOperations,
  collaboratorOperations,
  notificationSettingsOperations,
  projectGroupOperations,
  projectUserOperations,
  userOperations,
  type Answered,
} from '@holdfast/contracts';
import type { CallContext, Principal, ProjectRole } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { Scopes } from '../scopes/scopes.js';
import { Guard } from './guard.js';
import type { Match } from './route-table.js';

const caller: Principal = {
  company: { uuid: 'c', id: 'acme' },
  account: { uuid: 'a', id: 'ada', type: 'user', email: 'ada@example.com', name: 'Ada' },
  companyAdmin: false,
  credential: 'key',
};
const ctx: CallContext = { requestId: 'test', deadline: Number.MAX_SAFE_INTEGER, principal: caller };

/** Each operation of an object below its id, as the route of that path. */
const matchOf = (operations: Record<string, { method: string }>, id: string): Match =>
  ({
    route: {
      template: '',
      operations: new Map(Object.values(operations).map((each) => [each.method, each])),
    },
    params: { id },
  }) as unknown as Match;

describe('who owns an object', () => {
  let asked: string[];
  let shown: Answered;
  let guard: Guard;
  beforeEach(() => {
    asked = [];
    shown = {};
    const call = (subject: string): Promise<Answered> => {
      asked.push(subject);
      return Promise.resolve(shown);
    };
    guard = new Guard({ call } as unknown as Rpc, {} as Scopes);
  });

  const { show, update, delete: remove, replace_key } = botOperations;
  const bot = matchOf({ show, update, remove }, 'bot');

  it.each([update, remove, replace_key])(
    'may do what its privilege lets owners do: $id',
    async (operation) => {
      shown = { owner: { id: 'ada', uuid: 'a' }, company_admin: false };
      await expect(guard.check(operation, bot, ctx, '')).resolves.toBeUndefined();
      expect(asked).toEqual(['identity.bot.show.v1']);
    },
  );

  it.each([
    { owner: { id: 'eve', uuid: 'e' }, company_admin: false },
    { owner: { id: 'ada', uuid: 'a' }, company_admin: true },
    { owner: null, company_admin: false },
  ])('is the account that its contract names, unless it acts everywhere: %j', async (view) => {
    shown = view;
    await expect(guard.check(remove, bot, ctx, '')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await guard.privileges(bot, ctx, '')).toEqual({ read: true, update: false, delete: false });
  });

  it('is asked for by ?privileges', async () => {
    shown = { owner: { id: 'ada', uuid: 'a' }, company_admin: false };
    expect(await guard.privileges(bot, ctx, '')).toEqual({ read: true, update: true, delete: true });
  });

  it('is asked for before an action on it, but by who has been let in to it', async () => {
    const action = { ...userOperations.update, kind: 'action', method: 'POST' };
    const match = matchOf({ action }, 'ann');
    await guard.mustExist(match, ctx);
    expect(asked).toEqual(['identity.user.show.v1']);
    await guard.mustExist(matchOf({ replace_key }, 'bot'), { ...ctx, bot: { uuid: 'b' } } as CallContext);
    expect(asked).toHaveLength(1);
  });

  it.each(['ada', 'a', 'me'])('is himself where the object is an account: %s', async (id) => {
    for (const operations of [userOperations, collaboratorOperations]) {
      const route = matchOf({ show: operations.show, update: operations.update }, id);
      await expect(guard.check(operations.update, route, ctx, '')).resolves.toBeUndefined();
    }
    expect(asked).toEqual([]);
  });

  it('is himself by his uuid in upper case too, where the object is an account', async () => {
    const uuid = '0190a000-0000-7000-8000-00000000000a';
    const account = { ...caller.account, uuid, type: 'collaborator' as const };
    const route = matchOf({ show: collaboratorOperations.show }, uuid.toUpperCase());
    const self = { ...ctx, principal: { ...caller, account } };
    await expect(guard.check(collaboratorOperations.show, route, self, '')).resolves.toBeUndefined();
  });

  it('is nobody else where it is an account', async () => {
    const route = matchOf({ show: userOperations.show, update: userOperations.update }, 'eve');
    await expect(guard.check(userOperations.update, route, ctx, '')).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('the link of an admin to a project', () => {
  const links = [projectUserOperations, projectGroupOperations].map(({ show, update, delete: remove }) =>
    matchOf({ show, update, remove }, 'boss'),
  );
  const told = (shown: Answered, role: ProjectRole): Promise<object[]> => {
    const guard = new Guard({ call: () => Promise.resolve(shown) } as unknown as Rpc, {} as Scopes);
    const project = { uuid: 'p', id: 'p', visibility: 'members' as const, deleted: false, roles: [role] };
    return Promise.all(links.map((link) => guard.privileges(link, { ...ctx, project }, '')));
  };
  const all = { read: true, update: true, delete: true };

  it('is only to be seen by a manager, as ?privileges says, who handles every other', async () => {
    const none = { ...all, update: false, delete: false };
    expect(await told({ role: 'admin' }, 'manager')).toEqual([none, none]);
    expect(await told({ role: 'manager' }, 'manager')).toEqual([all, all]);
  });

  it('is handled by admins', async () => {
    expect(await told({ role: 'admin' }, 'admin')).toEqual([all, all]);
  });
});

describe('what an account does for itself, and a company admin for each', () => {
  const { show, update } = notificationSettingsOperations;
  const settings = matchOf({ show, update }, '');
  const guard = new Guard({ call: () => Promise.resolve({}) } as unknown as Rpc, {} as Scopes);
  const boss = { ...ctx, principal: { ...caller, companyAdmin: true } };
  const own = ['', 'x=eve', 'account_id=ada', 'account_id=me', 'account_id=a', 'account_id='];
  const others = [
    'account_id=eve',
    'x&account_id=eve',
    'account_id=ada&account_id=eve',
    'account%5Fid=e%76e',
  ];

  it.each(own)('is his own by the query %j', async (query) => {
    for (const operation of [show, update])
      await expect(guard.check(operation, settings, ctx, query)).resolves.toBeUndefined();
  });

  it.each(others)('is refused to others before anything else by the query %j', async (query) => {
    for (const operation of [show, update]) {
      await expect(guard.check(operation, settings, ctx, query)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(guard.check(operation, settings, boss, query)).resolves.toBeUndefined();
    }
  });

  it('is told by ?privileges', async () => {
    const told = (who: CallContext, query: string) => guard.privileges(settings, who, query);
    const none = { read: false, update: false, delete: false };
    expect(await told(ctx, 'privileges&account_id=eve')).toEqual(none);
    const all = { read: true, update: true, delete: false };
    expect(await told(boss, 'privileges&account_id=eve')).toEqual(all);
    expect(await told(ctx, 'privileges&account_id=ada')).toEqual(all);
  });
});
