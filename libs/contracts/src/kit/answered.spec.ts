import { answeredIn, isReference } from './answered.js';

describe('an answer of a service', () => {
  it('is the object of its text', () =>
    expect(answeredIn('{"id":"a","size":1}')).toEqual({ id: 'a', size: 1 }));

  it.each([
    [{ uuid: 'u' }, true],
    [{ uuid: 'u', id: 'a', type: 'user' }, true],
    [{ id: 'a' }, false],
    [{ uuid: 1 }, false],
    ['uuid', false],
    [null, false],
    [undefined, false],
  ])('names another object by %j: %s', (value, names) => expect(isReference(value)).toBe(names));
});
