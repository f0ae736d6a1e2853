import { percentDecoded } from './door-request.js';

describe('percent decoding', () => {
  it('happens once, and not at all where an escape is malformed', () => {
    expect(percentDecoded('a+b')).toBe('a+b');
    expect(percentDecoded('a%2Fb%252F')).toBe('a/b%2F');
    for (const malformed of ['%', '%zz', '%ff', 'a%2']) expect(percentDecoded(malformed)).toBeUndefined();
  });
});
