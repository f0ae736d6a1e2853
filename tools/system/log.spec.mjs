import { readable } from './log.mjs';

describe('a line of the log', () => {
  it('is made readable when it is a record, and left alone otherwise', () => {
    expect(readable('{"level":30,"time":1,"pid":2,"msg":"up","route":"/x"}')).toBe('info up route=/x');
    expect(readable('plain {text}')).toBe('plain {text}');
    expect(readable('{broken')).toBe('{broken');
  });
});
