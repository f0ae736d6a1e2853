import { propertiesLimit } from '@holdfast/contracts';
import { Problems } from '@holdfast/kernel';
import { mergedProperties } from './project.rules.js';

describe('custom attributes', () => {
  it('are merged by top-level key, and null removes one', () => {
    const problems = new Problems();
    const now = { a: '1', b: { deep: 'kept' }, c: '3' };
    expect(mergedProperties(now, { b: { other: 'new' }, c: null, d: [null] }, problems)).toEqual({
      a: '1',
      b: { other: 'new' },
      d: [null],
    });
    expect(problems.any).toBe(false);
  });

  it('are not there where nothing was sent for them', () => {
    expect(mergedProperties({ a: '1' }, { b: undefined }, new Problems())).toStrictEqual({ a: '1' });
  });

  it('keep a key that JavaScript has a meaning for', () => {
    const sent = JSON.parse('{"__proto__": "x", "constructor": "y"}') as object;
    const merged = mergedProperties({}, sent, new Problems());
    expect(JSON.stringify(merged)).toBe('{"__proto__":"x","constructor":"y"}');
  });

  it('are bounded in all, in bytes', () => {
    const problems = new Problems();
    const room = propertiesLimit - '{"a":""}'.length;
    mergedProperties({}, { a: 'x'.repeat(room) }, problems);
    expect(problems.any).toBe(false);
    const half = 'ü'.repeat(propertiesLimit / 4);
    mergedProperties({ a: half }, { b: half }, problems);
    expect(problems.errors).toEqual({ properties: { maximum: propertiesLimit } });
  });
});
