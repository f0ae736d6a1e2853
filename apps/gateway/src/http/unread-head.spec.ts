import { headOfOtherMethod, targetOfUnread } from './unread-head.js';

const refused = (text: string, bytesParsed = 1, code = 'HPE_INVALID_METHOD') =>
  Object.assign(new Error(code), { code, bytesParsed, rawPacket: Buffer.from(text, 'latin1') });

describe('a head that the parser does not take', () => {
  it('is read where only its method is unknown', () => {
    const text = 'BREW /api/x?y HTTP/1.1\r\nHost: a\r\nX-Y:  b c \r\nx-y:\r\n\r\nbody';
    expect(headOfOtherMethod(refused(text))).toEqual({
      target: '/api/x?y',
      httpVersion: '1.1',
      rawHeaders: ['Host', 'a', 'X-Y', 'b c', 'x-y', ''],
    });
    expect(headOfOtherMethod(refused('get /x HTTP/1.0\r\n\r\n'))).toMatchObject({ rawHeaders: [] });
  });

  it.each([
    ['of another fault', 'GET /ä HTTP/1.1\r\nHost: a\r\n\r\n', 'HPE_INVALID_URL'],
    ['that is not whole', 'BREW /x HTTP/1.1\r\nHost: a\r\n'],
    ['of another protocol', 'BREW /x SIP/2.0\r\n\r\n'],
    ['of another version', 'BREW /x HTTP/1.2\r\n\r\n'],
    ['with a target in two words', 'BREW /x /y HTTP/1.1\r\n\r\n'],
    ['with a line that is no field', 'BREW /x HTTP/1.1\r\nHost a\r\n\r\n'],
    ['with a name that is followed by a blank', 'BREW /x HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['with a control character', 'BREW /x HTTP/1.1\r\nX: a\x00b\r\n\r\n'],
    ['with bare line ends', 'BREW /x HTTP/1.1\nHost: a\n\n'],
  ])('is not guessed: one %s', (_, text, code = 'HPE_INVALID_METHOD') => {
    expect(headOfOtherMethod(refused(text, 1, code))).toBeUndefined();
  });

  it('is not taken for the one before it', () => {
    const text = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\nBREW /y HTTP/1.1\r\n\r\n';
    expect(headOfOtherMethod(refused(text, 28))).toBeUndefined();
    expect(headOfOtherMethod(Object.assign(new Error(), { code: 'HPE_INVALID_METHOD' }))).toBeUndefined();
  });

  it('tells its target', () => {
    expect(targetOfUnread(refused('PUT /a/\xc3\xa4 HTTP/1.1\r\n'))).toBe('/a/\xc3\xa4');
    expect(targetOfUnread(refused('PUT /a b HTTP/1.1\r\n'))).toBe('/a');
    expect(targetOfUnread(refused(`GET /${'a'.repeat(40_000)}`))).toHaveLength(8_188);
    expect(targetOfUnread(refused('hello\r\n'))).toBeUndefined();
    expect(targetOfUnread(new Error())).toBeUndefined();
  });
});
