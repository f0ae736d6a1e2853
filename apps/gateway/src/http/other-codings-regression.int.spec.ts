import { eventually } from '../bytes/byte-door.fixture.js';
import { OpenDoor } from './open-door.fixture.js';

const post = (path: string, ...codings: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...codings, '', ''].join('\r\n');
const body = '2\r\n{}\r\n0\r\n\r\n';

// Whoever stands before the service may see another end of such a body: what is behind it would be somebody's request.
describe('a body in other transfer codings', () => {
  const door = OpenDoor.ofSuite();

  it.each([
    ['none, and a length', '/api/x', ['Transfer-Encoding:', 'Content-Length: 0'], ''],
    ['none, and a length, for bytes', '/bytes', ['Transfer-Encoding:', 'Content-Length: 0'], ''],
    ['two', '/api/x', ['Transfer-Encoding: gzip, chunked'], body],
    ['two, for bytes', '/bytes', ['Transfer-Encoding: gzip, chunked'], body],
    ['two lines', '/api/x', ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'], body],
    ['two lines, for bytes', '/bytes', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], body],
    ['an unknown one', '/api/x', ['Transfer-Encoding: xchunked'], body],
    ['an unknown one, for bytes', '/bytes', ['Transfer-Encoding: xchunked'], body],
  ])('ends its connection: %s', async (_, path, codings, sent) => {
    await door.open();
    const text = post(path, ...codings) + sent + post('/api/smuggled', 'Content-Length: 2') + '{}';
    const wire = await door.said(text, 'HTTP/1.1');
    await eventually(
      () => wire.ended,
      () => wire.heard,
    );
    expect(wire.heard).not.toContain('smuggled');
    expect(wire.heard.split('HTTP/1.1 ')).toHaveLength(2);
    expect(wire.heard).toMatch(path === '/api/x' ? /^HTTP\/1\.1 400 / : /\r\nconnection: close\r\n/i);
  });
});
