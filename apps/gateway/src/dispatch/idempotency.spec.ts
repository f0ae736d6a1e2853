import {
  botOperations,
  idempotencyCalls,
  projectOperations,
  sessionOperations,
  type OperationContract,
} from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { answerWith, type Answer } from './answer.js';
import { Idempotency } from './idempotency.js';

const ctx = {
  requestId: 'r',
  deadline: Date.now() + 60_000,
  principal: { account: { uuid: 'a' } },
} as unknown as CallContext;
const made = answerWith(201, '{"id":"p"}');

describe('a creation with an Idempotency-Key', () => {
  let calls: string[];
  let away: Set<string>;
  /** Milliseconds that the last call may take. */
  let left = 0;
  const rpc = {
    call: (subject: string, { deadline }: CallContext) => {
      calls.push(subject);
      left = deadline - Date.now();
      if (away.has(subject)) return Promise.reject(DomainError.unavailable('identity is away'));
      return Promise.resolve(subject === idempotencyCalls.claim ? { state: 'new' } : {});
    },
  } as unknown as Rpc;
  const create = (perform = () => Promise.resolve(made), by = ctx) =>
    new Idempotency(rpc).once(projectOperations.create, 'key', by, {}, {}, perform);

  beforeEach(() => {
    calls = [];
    away = new Set();
  });

  it('is done once its key is claimed, and its answer is kept', async () => {
    expect(await create()).toBe(made);
    expect(calls).toEqual([idempotencyCalls.claim, idempotencyCalls.finish]);
  });

  it('keeps its answer, or gives its key back, however long it took', async () => {
    const late = { ...ctx, deadline: Date.now() - 20_000 };
    for (const answer of [made, answerWith(422, '{}')]) {
      expect(await create(() => Promise.resolve(answer), late)).toBe(answer);
      expect(left).toBeGreaterThan(0);
    }
  });

  it('is answered when it was done, though its answer cannot be kept', async () => {
    away.add(idempotencyCalls.finish);
    expect(await create()).toBe(made);
  });

  it('is not done when its key cannot be claimed', async () => {
    away.add(idempotencyCalls.claim);
    let done = false;
    const perform = () => Promise.resolve(((done = true), made));
    await expect(create(perform)).rejects.toThrow(DomainError);
    expect(done).toBe(false);
  });

  it('gives its key back when it is refused or fails', async () => {
    const refused = answerWith(422, '{}');
    expect(await create(() => Promise.resolve(refused))).toBe(refused);
    away.add(idempotencyCalls.release);
    await expect(create(() => Promise.reject(DomainError.notFound()))).rejects.toThrow(DomainError);
    expect(calls.filter((subject) => subject === idempotencyCalls.release)).toHaveLength(2);
  });

  describe('whose answer has a secret', () => {
    let state: string;
    let kept: unknown;
    const withKeys = {
      call: (subject: string, _: CallContext, input: object) => {
        if (subject === idempotencyCalls.finish) kept = input;
        return Promise.resolve({ state, status: 201, body: '' });
      },
    } as unknown as Rpc;
    const secret = answerWith(201, '{"account_key":"secret"}');
    const once = (operation: OperationContract, perform: () => Promise<Answer>) =>
      new Idempotency(withKeys).once(operation, 'key', ctx, {}, {}, perform);

    it('is refused with another body, and done again with the same one: the answer is kept nowhere', async () => {
      for (const operation of [botOperations.create, botOperations.replace_key]) {
        state = 'mine';
        expect(await once(operation, () => Promise.resolve(secret))).toBe(secret);
        expect(kept).toMatchObject({ operation: operation.id, status: 201, body: '' });
        state = 'kept';
        const again = answerWith(422, '{}');
        expect(await once(operation, () => Promise.resolve(again))).toBe(again);
        state = 'other';
        let done = false;
        const perform = () => Promise.resolve(((done = true), secret));
        await expect(once(operation, perform)).rejects.toMatchObject({ code: 'invalid' });
        expect(done).toBe(false);
      }
    });

    it('is no matter of keys where it is a login', async () => {
      state = 'other';
      expect(await once(sessionOperations.create, () => Promise.resolve(secret))).toBe(secret);
    });
  });

  it('is another request where the path leads to another object by now', async () => {
    const requests = new Set<string>();
    const hearing = {
      call: (subject: string, _: CallContext, { request }: { request: string }) => {
        if (subject === idempotencyCalls.claim) requests.add(request);
        return Promise.resolve({ state: 'new' });
      },
    } as unknown as Rpc;
    for (const uuid of ['one', 'another', 'one'])
      await new Idempotency(hearing).once(
        projectOperations.create,
        'key',
        { ...ctx, repository: { uuid } as CallContext['repository'] },
        { repository: 'same' },
        {},
        () => Promise.resolve(made),
      );
    expect(requests.size).toBe(2);
  });
});
