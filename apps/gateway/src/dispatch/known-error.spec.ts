import { jest } from '@jest/globals';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { knownError } from './known-error.js';

const account = { uuid: 'a1', id: 'ada', type: 'user' as const, email: 'ada@example.org', name: 'Ada' };
const principal = { company: { uuid: 'c1', id: 'acme' }, account, companyAdmin: false, credential: 'key 1' };
const ctx: CallContext = { requestId: 'r1', deadline: 0, principal, address: '192.0.2.1' };

describe('a request that cannot be answered as it should', () => {
  afterEach(() => jest.restoreAllMocks());

  it('has failed where nobody knows why, and the log says whose it is, by ids', () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => undefined);
    const err = new Error('odd');
    expect(knownError(err, ctx).code).toBe('fault');
    expect(error.mock.calls).toEqual([[{ err, requestId: 'r1', account: 'a1' }, 'a request failed']]);
  });

  it('was refused else, which is worth a line to those alone who look for it', () => {
    const [debug, error] = (['debug', 'error'] as const).map((level) =>
      jest.spyOn(log, level).mockImplementation(() => undefined),
    );
    const refusal = DomainError.forbidden('you may not');
    expect(knownError(refusal, ctx)).toBe(refusal);
    expect(error).not.toHaveBeenCalled();
    const line = { requestId: 'r1', account: 'a1', code: 'forbidden' };
    expect(debug.mock.calls).toEqual([[line, 'a request was refused']]);
  });
});
