import { isAway, isUnstorable } from './is-away.js';

describe('an error of the database', () => {
  it.each(['ECONNREFUSED', '57P01', '57P03', '08006', '57014', '53300'])(
    'with the code %s is its absence',
    (code) => {
      expect(isAway(Object.assign(new Error('x'), { code }))).toBe(true);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
    'Query runner already released. Cannot run queries anymore.',
    'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
  ])('in the words "%s" is its absence', (message) => {
    expect(isAway(new Error(message))).toBe(true);
  });

  it.each(['23505', '42P01', '22P02'])('with the code %s is a fault of ours', (code) => {
    expect(isAway(Object.assign(new Error('x'), { code }))).toBe(false);
  });

  it.each(['22021', '22P05', '54000'])('with the code %s is about what it was to store', (code) => {
    expect(isUnstorable(Object.assign(new Error('x'), { code }))).toBe(true);
  });

  it('that is none is not asked about', () => {
    expect([undefined, 'ECONNREFUSED', { code: '57P01' }].map(isAway)).toEqual([false, false, false]);
  });
});
