import { noMergeinfo, rangesIn, unknownMergeinfo } from './mergeinfo-ranges.js';

describe('the ranges in a value of svn:mergeinfo', () => {
  it.each([
    ['', noMergeinfo],
    ['/a:2', { first: 2, areInherited: true }],
    ['/a:12,1-3\n/b:c,1:7', { first: 1, areInherited: true }],
    ['/a:30-31*,40\n/b:20', { first: 20, areInherited: false }],
  ])('are known of %j', (value, ranges) => {
    expect(rangesIn(Buffer.from(value))).toEqual(ranges);
  });

  it.each([
    '\n',
    '/a',
    '/a:',
    '/a:3\n',
    '/a: 3',
    '/a:03',
    '/a:3**',
    '/a:3,',
    '/a:3\0:5',
    '/a:3\r/b:5',
    '/a:2-',
  ])('are not known of %j', (value) => {
    expect(rangesIn(Buffer.from(value))).toEqual(unknownMergeinfo);
  });

  it('are known of a value with many', () => {
    const value = Array.from({ length: 100_000 }, (_, at) => 2 * at + 5).join();
    expect(rangesIn(Buffer.from(`/a:${value}`))).toEqual({ first: 5, areInherited: true });
  });
});
