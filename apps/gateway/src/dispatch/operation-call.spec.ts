import { jest } from '@jest/globals';
import {
  branchOperations,
  commitOperations,
  type CallInput,
  type OperationContract,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { callOperation } from './operation-call.js';

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
