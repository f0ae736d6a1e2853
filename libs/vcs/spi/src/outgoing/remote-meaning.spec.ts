import { remoteMeaning } from './remote-meaning.js';

describe('what a complaint about a remote means', () => {
  const meaning = (complaint: string) => remoteMeaning(complaint, { kind: 'toy', absent: /no such toy/ });
  const none = 'there is no repository of toy at the remote';
  const credentials = 'the remote refuses the credentials';
  const elsewhere = 'the remote leads to another address: give that one';
  const broken = 'the connection to the remote broke off';

  it.each([
    ['HTTP Error 404: Not Found', none],
    ['abort: no such toy', none],
    ['The requested URL returned error: 401', credentials],
    ['Authentication failed for', credentials],
    ['abort: authorization failed', credentials],
    ['authorization required', credentials],
    ['No more credentials or we tried too many times', credentials],
    ['Received HTTP code 407 from proxy after CONNECT', 'the remote could not be reached'],
    ['HTTP Error 403: it', 'the remote does not allow it'],
    ['access is Forbidden', 'the remote does not allow it'],
    ['returned error: 301', elsewhere],
    ['unable to update url base from redirection', elsewhere],
    ['Moved Permanently', elsewhere],
    ['moved temporarily', elsewhere],
    ['HTTP Error 500: Internal', 'the remote answers with an error (500)'],
    ['Unexpected HTTP status 418 I am', 'the remote answers with an error (418)'],
    ['server certificate verification failed', 'the certificate of the remote cannot be verified'],
    ['SSL peer', 'the certificate of the remote cannot be verified'],
    ['gnutls_handshake', 'the certificate of the remote cannot be verified'],
    ['Connection timed out', 'the remote is silent for too long'],
    ['read timeout', 'the remote is silent for too long'],
    ['early EOF', broken],
    ['the remote end hung up', broken],
    ['unexpected disconnect', broken],
    ['Connection reset by peer', broken],
    ['stream ended: truncated', broken],
    ['Connection refused', broken],
    ['network is unreachable', broken],
    ['Unable to connect to a repository', broken],
    ['broken pipe', broken],
  ])('%s: %s', (complaint, means) => expect(meaning(complaint)).toBe(means));

  it.each([
    ['out of memory'],
    ['4041 objects'],
    ['14031 and 4019 and 14073 and 3012'],
    ['HTTP Error 5000'],
    ['an error of 500 lines'],
    ['HTTP Error 1500'],
    ['HTTP Error 200'],
  ])('%s: nobody knows', (complaint) => expect(meaning(complaint)).toBeUndefined());

  it('is told by what matters most where it says several things', () => {
    expect(meaning('authorization failed, connection reset by peer')).toBe(credentials);
    expect(meaning('404, authentication failed')).toBe(none);
  });
});
