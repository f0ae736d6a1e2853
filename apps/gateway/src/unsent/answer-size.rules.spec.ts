import { pageLimit, roomForAnswer, roomForObject, roomForPage, smallAnswer } from './answer-size.rules.js';

const mebibyte = 1024 * 1024;

describe('the room for an answer that is not made yet', () => {
  it.each([
    ['a page of one object', 1, false, smallAnswer],
    ['a page of the usual length', 100, false, 100 * 4096],
    ['the longest page', 1000, false, 1000 * 4096],
    ['a page that cannot be so long', 5000, false, pageLimit],
    ['a page with included children', 1, true, pageLimit],
  ])('is that of %s', (_, objects, includes, bytes) => expect(roomForPage(objects, includes)).toBe(bytes));

  it('is none for an object, unless its children are included', () => {
    expect(roomForObject(false)).toBeUndefined();
    expect(roomForObject(true)).toBe(mebibyte);
  });

  it.each([
    ['a small body', 4096, undefined],
    ['a larger body', 4097, 4097 + smallAnswer],
  ])('to %s is as large as that', (_, length, bytes) => expect(roomForAnswer(length)).toBe(bytes));
});
