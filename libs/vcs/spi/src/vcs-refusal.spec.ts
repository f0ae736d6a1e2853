import { isRefusalCode, refusalCodes, VcsRefusal } from './vcs-refusal.js';

describe('the "no" of a kind', () => {
  it('has one of the codes, and says what it is about', () => {
    const refusal = new VcsRefusal('moved', 'main is elsewhere');
    expect(String(refusal)).toBe('VcsRefusal: main is elsewhere');
    expect(refusal.code).toBe('moved');
    expect(refusalCodes.every(isRefusalCode)).toBe(true);
    expect(['', 'Moved', undefined, 1].some(isRefusalCode)).toBe(false);
  });
});
