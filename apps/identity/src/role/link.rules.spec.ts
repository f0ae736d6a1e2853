import { comparable } from './link.rules.js';

describe('an update of a link', () => {
  const linked = { id: 'jane', uuid: 'u-1' };

  it('may name what is linked, by id or uuid', () => {
    expect(comparable({ role: 'guest' }, linked, { id: 'jane' })).toEqual({ role: 'guest', id: 'jane' });
    expect(comparable({}, linked, { id: 'u-1' })).toEqual({ id: 'u-1' });
    expect(comparable({}, linked, { id: 'U-1' })).toEqual({ id: 'U-1' });
    expect(comparable({}, linked, { id: 7 })).toEqual({ id: 'jane' });
    expect(comparable({}, linked, { id: 'john' })).toEqual({ id: 'jane' });
  });
});
