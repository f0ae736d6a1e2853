import type { IncomingHttpHeaders } from 'node:http';
import { bodyHeaders, untilParsed } from './transfer-request.js';

describe('what is said of the body of a transfer', () => {
  const chunked: IncomingHttpHeaders = { 'transfer-encoding': 'chunked' };
  const said = (headers: IncomingHttpHeaders, complete: boolean, there: number, isRead = false) =>
    bodyHeaders({ headers, complete, readableLength: there, readableFlowing: isRead ? true : null });

  it('is its length, as its client has told it', () => {
    expect(said({ 'content-length': '7' }, false, 3)).toEqual({ 'content-length': '7' });
    expect(said({}, true, 0)).toEqual({ 'content-length': '0' });
  });

  it('is its length, too, where all of its chunks have come', () => {
    expect(said(chunked, true, 7)).toEqual({ 'content-length': '7' });
  });

  it('is that it comes in chunks, where more of them may come or somebody has taken some', () => {
    expect(said(chunked, false, 7)).toEqual(chunked);
    expect(said(chunked, true, 0)).toEqual(chunked);
    expect(said(chunked, true, 7, true)).toEqual(chunked);
  });

  it('is what it consists of', () => {
    const kept = { 'content-type': 'text/xml', 'content-encoding': 'gzip' };
    expect(said({ ...kept, ...chunked }, true, 7)).toEqual({ ...kept, 'content-length': '7' });
  });
});

describe('a body of which something is there', () => {
  it.each([
    [false, 3, true],
    [false, 0, false],
    [true, 3, true],
  ])(
    '(all: %p, %i bytes) is looked at once the parser has told what came (%p)',
    async (complete, there, all) => {
      const request = { complete, readableLength: there, readableFlowing: null };
      setImmediate(() => (request.complete = true));
      await untilParsed(request);
      expect(request.complete).toBe(all);
    },
  );
});
