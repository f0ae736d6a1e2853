import { jest } from '@jest/globals';
import {
  branchOperations,
  commitOperations,
  type CallInput,
  type OperationContract,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { callList, callOperation } from './operation-call.js';

describe('the time of a call', () => {
  const now = 1_000_000;
  beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(now));
  afterEach(() => jest.restoreAllMocks());

  const timeOf = async (operation: OperationContract, more: Partial<CallInput> = {}): Promise<number> => {
    const ctx = { requestId: 'r', deadline: now + 10_000 } as CallContext;
    const rpc = { call: (_subject: string, { deadline }: CallContext) => Promise.resolve({ deadline }) };
    const said: { deadline?: number } = await callOperation(rpc as unknown as Rpc, operation, ctx, {
      ...{ params: {} },
      ...more,
    });
    return Number(said.deadline) - now;
  };

  it('is that of the request where its operation names none', async () => {
    expect(await timeOf(branchOperations.create)).toBe(10_000);
  });

  it('is longer for a commit, and longest only for one whose body lies at its node', async () => {
    expect(await timeOf(commitOperations.create)).toBe(30_000);
    expect(await timeOf(commitOperations.create, { staged: 'name' })).toBe(50_000);
  });
});

describe('the subject of a call', () => {
  const subjectAt = async (node: string): Promise<string> => {
    const ctx = { requestId: 'r', deadline: 0, repository: { node } } as unknown as CallContext;
    const asked: string[] = [];
    const rpc = { call: (subject: string) => Promise.resolve(asked.push(subject)) } as unknown as Rpc;
    await callOperation(rpc, commitOperations.create, ctx, { params: {} });
    return asked[0];
  };

  it('ends in the node of the repository, and in nothing else that the catalogue says', async () => {
    const { subject } = commitOperations.create;
    expect(await subjectAt('node-1')).toBe(`${subject}.node-1`);
    expect(await subjectAt('')).toBe(`${subject}.none`);
    for (const node of ['a b', 'a.b', '*', '>', 'x\r\nPUB y'])
      await expect(subjectAt(node)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

// A service that was broken into answered `{"objects":1000000000}`: the gateway made a text for each of them and was
// deaf until it was killed.
describe('a page', () => {
  const asked = (objects: unknown) => {
    const rpc = { lines: () => Promise.resolve({ head: { objects } }) } as unknown as Rpc;
    const ctx = { requestId: 'r', deadline: 0, repository: { node: 'node-1' } } as unknown as CallContext;
    return callList(rpc, branchOperations.list, ctx, { params: {} });
  };

  it.each([1_000_000_000, -1, 0.5, Number.NaN, '7', null, undefined])(
    'that is said to have %p objects is none',
    async (objects) => {
      await expect(asked(objects)).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  it('has as many as its service says', async () => {
    for (const objects of [0, 1_000]) expect((await asked(objects)).head).toEqual({ objects });
  });
});
