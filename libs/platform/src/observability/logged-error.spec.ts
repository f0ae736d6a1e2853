import { loggedError } from './logged-error.js';
import { ofRequest } from './of-request.js';

/** As TypeORM makes it of what PostgreSQL says. */
const failedStatement = (): Error => {
  const driverError = { detail: 'Failing row contains (ada, $argon2$the-hash).', table: 'account' };
  const statement = { query: 'insert into account values ($1, $2)', parameters: ['ada', '$argon2$the-hash'] };
  const error = new Error('null value in column "email"', { cause: new Error('the cause') });
  return Object.assign(error, { ...statement, ...driverError, driverError, code: '23502', errno: 7 });
};

describe('an error in the log', () => {
  it('has its kind, its words, where it was thrown, and its code', () => {
    const logged = loggedError(failedStatement());
    expect(logged).toEqual({
      type: 'Error',
      message: 'null value in column "email": the cause',
      stack: expect.stringContaining('logged-error.spec') as string,
      code: '23502',
      errno: 7,
      table: 'account',
      query: 'insert into account values ($1, $2)',
    });
  });

  it('has nothing of what was sent to the database', () => {
    expect(JSON.stringify(loggedError(failedStatement()))).not.toContain('the-hash');
  });

  it('has the words of several errors that are one', () => {
    const both = new AggregateError([new Error('the one'), new Error('the other')], 'both');
    expect(loggedError(both)).toMatchObject({ message: 'both', parts: ['the one', 'the other'] });
  });

  it('is what was thrown, if that is none', () => {
    expect(loggedError('a word')).toBe('a word');
  });
});

describe('a line of the log', () => {
  it('names the account by its uuid alone', () => {
    const account = {
      uuid: 'the-uuid',
      id: 'ada',
      type: 'user' as const,
      email: 'ada@example.org',
      name: 'Ada',
    };
    const principal = {
      company: { uuid: 'c', id: 'acme' },
      account,
      companyAdmin: false,
      credential: 'key 7',
    };
    const ctx = { requestId: 'r1', deadline: 0, address: '192.0.2.1' };
    expect(ofRequest({ ...ctx, principal })).toEqual({ requestId: 'r1', account: 'the-uuid' });
    expect(ofRequest(ctx)).toEqual({ requestId: 'r1' });
  });
});
