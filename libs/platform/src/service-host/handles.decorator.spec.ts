import { isAway } from './handles.decorator.js';

const failure = (message: string, code?: string): Error => Object.assign(new Error(message), { code });

describe('a database that is away', () => {
  it.each([
    failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    failure('terminating connection due to administrator command', '57P01'),
    failure('Connection terminated unexpectedly'),
    failure('timeout exceeded when trying to connect'),
    failure('Query runner already released. Cannot run queries anymore.'),
  ])('is recognised by "$message"', (error) => expect(isAway(error)).toBe(true));

  it.each([failure('duplicate key value', '23505'), failure('x is not a function'), 'text', undefined])(
    'is not %s',
    (error) => expect(isAway(error)).toBe(false),
  );
});
