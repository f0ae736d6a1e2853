import type { IncomingMessage } from 'node:http';
import { identityCalls, repositoryCalls, treeEntryOperations } from '@holdfast/contracts';
import { DomainError, type CallContext, type Principal, type ProjectScope } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import type { OpenRead } from '../bytes/open-reads.js';
import { Scopes } from '../scopes/scopes.js';
import type { AdmittedSlots } from './admitted-slots.js';
import { ByteAnswers } from './byte-answers.js';
import type { Streamed } from './byte-exchange.js';
import { Guard } from './guard.js';
import { Readmission } from './readmission.js';

const projectOf = (uuid: string, ...roles: ProjectScope['roles']): ProjectScope => ({
  ...{ uuid, id: 'web', deleted: false, visibility: 'members', roles },
});
const repositoryIn = (project: string) => ({
  ...{ uuid: `code of ${project}`, id: 'code', type: 'git', node: 'n', deleted: false },
});
const principal: Principal = {
  company: { uuid: 'company', id: 'acme' },
  account: { uuid: 'ada', id: 'ada', type: 'user', email: '', name: 'Ada' },
  ...{ companyAdmin: false, credential: 'key:1' },
};

// What a request of the API had read, or was reading, was decided about by its address, which its caller could give to
// a project of his own meanwhile, and what went on in his turn, which he could keep from coming.
describe('what was read over the API', () => {
  let there: ProjectScope;
  let first: ProjectScope;
  let isFlooded: boolean;
  let admitted: Streamed;
  let readmission: Readmission;
  let guard: Guard;

  beforeEach(() => {
    there = first = projectOf('first', 'guest');
    isFlooded = false;
    const call = (subject: string, ctx: CallContext, input: { project: string }): Promise<object> => {
      if (subject === identityCalls.callerNow) return Promise.resolve({ caller: principal, project: first });
      if (ctx.principal && isFlooded) return Promise.reject(DomainError.unavailable('too much'));
      if (subject === identityCalls.projectAccess) return Promise.resolve({ project: there });
      if (subject !== repositoryCalls.resolve) return Promise.resolve({ address: '', path: '', ticket: '' });
      return Promise.resolve({ repository: repositoryIn(input.project) });
    };
    const rpc = { call, hears: () => new Hearing() } as unknown as Rpc;
    guard = new Guard(rpc, new Scopes(rpc));
    const authenticate = (
      _: unknown,
      _query: string,
      _operation: unknown,
      ctx: CallContext,
    ): Promise<void> => {
      if (ctx.principal && isFlooded) return Promise.reject(DomainError.unavailable('too much'));
      ctx.principal = principal;
      return Promise.resolve();
    };
    readmission = new Readmission({ authenticate }, guard);
    const ctx = { requestId: 'r', deadline: Date.now() + 9_000, principal, admitted: Date.now() };
    const params = { project_id: 'web', repository_id: 'code', commit_id: 'main', path: 'a' };
    admitted = {
      ...{ request: { headers: {} } as IncomingMessage, response: {}, said: {}, at: 0, query: '' },
      operation: treeEntryOperations.raw,
      match: { route: { operations: new Map() }, params },
      ctx: { ...ctx, project: first, repository: repositoryIn('first') },
    } as unknown as Streamed;
  });

  /** Judges bytes that are on their way. */
  const judged = async (): Promise<void> => {
    const run: AdmittedSlots['run'] = (_kind, _streamed, work) => work({} as never, false);
    const reads = { isTold: () => false, during: ({ again }: OpenRead) => again() as Promise<void> };
    const rpc = { call: () => Promise.resolve({ address: '', path: '', ticket: '' }) } as unknown as Rpc;
    await new ByteAnswers(rpc, guard, { run } as unknown as AdmittedSlots, reads, readmission).give(admitted);
  };

  it('goes on to who may still have it, whatever is at its address and however much he asks for', async () => {
    [there, isFlooded] = [projectOf('second'), true];
    await judged();
    expect(admitted.ctx.project).toBe(first);
  });

  it('breaks off where its right has ended, though he may have what is at its address', async () => {
    [there, first] = [projectOf('second', 'admin'), projectOf('first')];
    await expect(judged()).rejects.toThrow(DomainError.notFound());
  });

  it('is told that, however much he asks for', async () => {
    [first, isFlooded] = [projectOf('first'), true];
    await expect(judged()).rejects.toThrow(DomainError.notFound());
  });

  it('is not given where it took long and something else is at its address, however often that is tried', async () => {
    there = projectOf('second', 'admin');
    for (let time = 0; time < 2; time += 1)
      await expect(readmission.renew(admitted)).rejects.toThrow(DomainError.notFound());
    expect([admitted.ctx.project, admitted.ctx.repository]).toEqual([first, repositoryIn('first')]);
  });
});
