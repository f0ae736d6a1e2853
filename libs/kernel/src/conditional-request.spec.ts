import { parseHttpDate, parseRange, precondition, rangeHolds } from './conditional-request.js';

const modified = new Date('2026-01-02T03:04:05.700Z');
const current = { etag: '"abc"', modified };
const thatTime = 'Fri, 02 Jan 2026 03:04:05 GMT';
const secondBefore = 'Fri, 02 Jan 2026 03:04:04 GMT';
const secondAfter = 'Fri, 02 Jan 2026 03:04:06 GMT';

describe('a conditional read', () => {
  it.each([
    [{ 'if-none-match': '"abc"' }, 304],
    [{ 'if-none-match': 'W/"abc"' }, 304],
    [{ 'if-none-match': '"x", "a,b", "abc"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, undefined],
    [{ 'if-none-match': '"x"', 'if-modified-since': secondAfter }, undefined],
    [{ 'if-modified-since': thatTime }, 304],
    [{ 'if-modified-since': secondAfter }, 304],
    [{ 'if-modified-since': secondBefore }, undefined],
    [{ 'if-modified-since': 'yesterday' }, undefined],
    [{ 'if-modified-since': '2027-01-01' }, undefined],
    [{ 'if-match': '"abc"' }, undefined],
    [{ 'if-match': '*' }, undefined],
    [{ 'if-match': 'W/"abc"' }, 412],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': '"x"', 'if-none-match': '"abc"' }, 412],
    [{ 'if-match': '"abc"', 'if-unmodified-since': secondBefore }, undefined],
    [{ 'if-unmodified-since': secondBefore }, 412],
    [{ 'if-unmodified-since': thatTime }, undefined],
    [{}, undefined],
  ])('with %j demands %s', (conditions, status) => {
    expect(precondition('GET', conditions, current)).toBe(status);
    expect(precondition('HEAD', conditions, current)).toBe(status);
  });
});

describe('a conditional write', () => {
  it.each([
    [{ 'if-none-match': '*' }, current, 412],
    [{ 'if-none-match': '*' }, undefined, undefined],
    [{ 'if-none-match': '"abc"' }, current, 412],
    [{ 'if-match': '*' }, undefined, 412],
    [{ 'if-match': '"abc"' }, current, undefined],
    [{ 'if-match': '"x"' }, current, 412],
    [{ 'if-unmodified-since': secondBefore }, current, 412],
    [{ 'if-unmodified-since': secondBefore }, undefined, undefined],
    [{ 'if-modified-since': secondAfter }, current, undefined],
  ])('with %j on %j demands %s', (conditions, present, status) =>
    expect(precondition('PUT', conditions, present)).toBe(status),
  );
});

describe('a range', () => {
  it.each([
    ['bytes=0-0', { offset: 0, length: 1 }],
    ['bytes=0-', { offset: 0, length: 100 }],
    ['bytes=10-19', { offset: 10, length: 10 }],
    ['bytes=90-500', { offset: 90, length: 10 }],
    ['bytes=-10', { offset: 90, length: 10 }],
    ['bytes=-500', { offset: 0, length: 100 }],
    ['Bytes=99-', { offset: 99, length: 1 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-1', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['lines=0-1', undefined],
    [`bytes=0-${'9'.repeat(400)}`, { offset: 0, length: 100 }],
  ])('%s of 100 bytes is %j', (header, range) => expect(parseRange(header, 100)).toEqual(range));

  it('of nothing is unsatisfiable from the start and ignored from the end', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBeUndefined();
  });

  it('holds only for the very bytes that If-Range names', () => {
    expect(rangeHolds(undefined, current)).toBe(true);
    expect(rangeHolds('"abc"', current)).toBe(true);
    expect(rangeHolds('"x"', current)).toBe(false);
    expect(rangeHolds('W/"abc"', current)).toBe(false);
    expect(rangeHolds(thatTime, current)).toBe(true);
    expect(rangeHolds(secondAfter, current)).toBe(false);
    expect(rangeHolds(thatTime, current, modified.getTime() + 100)).toBe(false);
  });
});

describe('an HTTP date', () => {
  it('is read in its three forms, and nothing else is', () => {
    const seconds = Date.UTC(1994, 10, 6, 8, 49, 37) / 1000;
    expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(seconds);
    expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(seconds);
    expect(parseHttpDate('Sun Nov  6 08:49:37 1994')).toBe(seconds);
    expect(parseHttpDate('Sun, 06 Xxx 1994 08:49:37 GMT')).toBeUndefined();
    expect(parseHttpDate('1994-11-06T08:49:37Z')).toBeUndefined();
  });
});
