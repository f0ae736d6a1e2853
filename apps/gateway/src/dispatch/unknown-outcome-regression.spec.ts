import { jest } from '@jest/globals';
import { idempotencyCalls, projectOperations } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { answerWith, type Answer } from './answer.js';
import { Idempotency } from './idempotency.js';

const ctx = {
  requestId: 'r',
  deadline: Date.now() + 60_000,
  principal: { account: { uuid: 'a' } },
} as unknown as CallContext;

// A retry did it a second time, where the answer of the first was lost, or the first went on for over a minute.
describe('the key of a creation of which nobody knows whether it was carried out', () => {
  let calls: string[];
  const rpc = {
    call: (subject: string) => {
      calls.push(subject);
      return Promise.resolve(subject === idempotencyCalls.claim ? { state: 'mine' } : undefined);
    },
  } as unknown as Rpc;
  const create = (perform: () => Promise<Answer>) =>
    new Idempotency(rpc).once(projectOperations.create, 'key', ctx, {}, {}, perform);
  const failing = (error: Error) => create(() => Promise.reject(error));
  beforeEach(() => (calls = []));
  afterEach(() => jest.useRealTimers());

  it('is not given back', async () => {
    for (const error of [DomainError.unknown('away'), new DomainError('fault'), new Error('odd')]) {
      await expect(failing(error)).rejects.toBe(error);
      expect(calls).toEqual([idempotencyCalls.claim]);
      calls = [];
    }
    const busy = DomainError.unavailable('busy');
    await expect(failing(busy)).rejects.toBe(busy);
    expect(calls).toEqual([idempotencyCalls.claim, idempotencyCalls.release]);
  });

  it('is not given back either by a list of which nothing was made for sure', async () => {
    const answer = { ...answerWith(422, '{}'), isUnknown: true };
    expect(await create(() => Promise.resolve(answer))).toBe(answer);
    expect(calls).toEqual([idempotencyCalls.claim]);
  });

  it('is kept for as long as it goes on', async () => {
    jest.useFakeTimers();
    let finish: (answer: Answer) => void = () => undefined;
    const made = create(() => new Promise((resolve) => (finish = resolve)));
    await jest.advanceTimersByTimeAsync(61_000);
    finish(answerWith(201, '{}'));
    await made;
    await jest.advanceTimersByTimeAsync(61_000);
    const { claim, renew, finish: kept } = idempotencyCalls;
    expect(calls).toEqual([claim, renew, renew, renew, kept]);
  });
});
