import { AnswerHeadReader, type AnswerHead } from './answer-head.js';
import { Chunks, Length } from './framing.js';

const head = 'HTTP/1.1 200 All is well\r\nContent-Length: 4\r\nX-Time:12:30 \r\nempty:\r\n\r\n';

const headOf = (text: string): AnswerHead | undefined =>
  new AnswerHeadReader().read(Buffer.from(text, 'latin1'))?.head;

describe('the head of an answer', () => {
  it('says a status, a reason, and headers in lower case', () => {
    expect(headOf(head)).toMatchObject({
      status: 200,
      reason: 'All is well',
      headers: { 'content-length': '4', 'x-time': '12:30', empty: '' },
    });
  });

  it('is found wherever it is cut, and so is what comes after it', () => {
    const text = `${head}rest`;
    for (let cut = 1; cut < text.length; cut += 1) {
      const reader = new AnswerHeadReader();
      const memory = Buffer.from(text.slice(0, cut));
      const early = reader.read(memory);
      expect(early === undefined).toBe(cut < head.length);
      const found = early ?? reader.read(Buffer.from(text.slice(cut)));
      expect(found?.head.reason).toBe('All is well');
      expect(found?.rest.toString()).toBe(text.slice(head.length, early ? cut : undefined));
    }
  });

  it('is found when every byte comes by itself', () => {
    const reader = new AnswerHeadReader();
    const found = head.split('').map((byte) => reader.read(Buffer.from(byte)));
    expect(found.slice(0, -1).every((each) => each === undefined)).toBe(true);
    expect(found.at(-1)?.rest.length).toBe(0);
  });

  it('that is the same again is that of another answer', () => {
    const text = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n';
    const [one, other] = ['rest', 'more'].map((body) =>
      new AnswerHeadReader().read(Buffer.from(text + body)),
    );
    expect([one, other].map((found) => found?.rest.toString())).toEqual(['rest', 'more']);
    one?.head.framing.take(Buffer.from('rest'));
    expect([one, other].map((found) => found?.head.framing.ended)).toEqual([true, false]);
    expect(other?.head).toMatchObject({ status: 200, reason: 'OK', headers: { 'content-length': '4' } });
    for (let length = 0; length < 20; length += 1)
      expect(headOf(text.replace('4', String(length)))?.headers['content-length']).toBe(String(length));
    expect(headOf(text)?.headers).toEqual({ 'content-length': '4' });
  });

  it('says how the body is framed', () => {
    expect(headOf(head)?.framing).toEqual(new Length(4));
    expect(headOf('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')?.framing).toBeInstanceOf(Chunks);
    expect(headOf('HTTP/1.1 204 No Content\r\n\r\n')?.framing).toEqual(new Length(0));
    expect(headOf('HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n')?.framing).toEqual(new Length(0));
  });

  it.each([
    ['of another protocol', 'SSH-2.0-OpenSSH'],
    ['of an older version', 'HTTP/1.0 200 OK\r\nContent-Length: 0'],
    ['that is not the last', 'HTTP/1.1 100 Continue'],
    ['without a colon in a header', 'HTTP/1.1 200 OK\r\nContent-Length 0'],
    ['without the name of a header', 'HTTP/1.1 200 OK\r\n: 0'],
    ['that names no end of the body', 'HTTP/1.1 200 OK\r\nConnection: close'],
    ['with a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: -1'],
    ['with two ends', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked'],
    ['in a coding that we do not undo', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked'],
    ['in a coding without chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: gzip'],
  ])('%s is refused', (_, text) => {
    expect(() => headOf(`${text}\r\n\r\n`)).toThrow();
  });

  it('is not awaited for ever', () => {
    const reader = new AnswerHeadReader();
    const line = Buffer.from(`X-More: ${'x'.repeat(998)}\r\n`);
    reader.read(Buffer.from('HTTP/1.1 200 OK\r\n'));
    expect(() => {
      for (let left = 17; left > 0; left -= 1) reader.read(line);
    }).toThrow('endless');
  });
});
