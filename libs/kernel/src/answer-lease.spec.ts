import { readLease, writtenLease } from './answer-lease.js';

describe('the lease of an answer', () => {
  it('is read as it was written', () => {
    const lease = { lasts: 10, state: '1234' };
    expect(readLease(writtenLease(lease))).toEqual(lease);
  });

  it.each(['', '10', '10 ', ' 10 a', '1e3 a', '-1 a', '10000 a', '10 a b', `10 ${'a'.repeat(65)}`, '10 ä'])(
    'is none: %p',
    (text) => expect(readLease(text)).toBeUndefined(),
  );
});
