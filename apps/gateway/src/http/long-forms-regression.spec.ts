import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { DomainError } from '@holdfast/kernel';
import { formLimit, formOf } from './form-body.js';
import { readBody } from './request-body.js';

const type = 'multipart/form-data; boundary=a';
const field = (name: string, value: string, more = ''): string =>
  `--a\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

/** What becomes of a form that somebody sends to log in, and how many bytes of it are read. */
const sent = async (body: string, headers: object = {}) => {
  const request = new IncomingMessage(new Socket());
  const bytes = Buffer.from(body);
  request.headers = { 'content-type': type, 'content-length': String(bytes.length), ...headers };
  let read = 0;
  const outcome = await readBody(request, {
    forms: true,
    proceed: () => undefined,
    bytes: (limit) => {
      read = limit;
      return bytes.length > limit ? Promise.reject(new DomainError('too_large')) : Promise.resolve(bytes);
    },
  }).catch((error: unknown) => (error as DomainError).code);
  return { outcome, read };
};

// Anybody could send a form of 1 MiB to log in. With 100,000 parts it kept the gateway from all else for two seconds;
// with a file of 16 KiB it was never answered, and its room for bodies never given back.
describe('a form', () => {
  it('is not read where it is longer than one of ours', async () => {
    const long = '--a\r\n\r\n\r\n'.repeat(100_000);
    expect(await sent(long)).toEqual({ outcome: 'too_large', read: 0 });
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
    expect(await sent(long, chunked)).toEqual({ outcome: 'too_large', read: formLimit });
  });

  it.each([
    ['without heads', '--a\r\n\r\n\r\n'],
    ['with heads', '--a\r\na:b\r\n\r\n\r\n'],
    ['that are boundaries alone', '\r\n--a'],
  ])('is refused where it has many parts %s', async (_, part) => {
    const { outcome } = await sent(part.repeat(Math.floor(formLimit / part.length)));
    expect(outcome).toBe('too_large');
  });

  it('is answered whatever it has beside the fields', async () => {
    const file = (size: number) => field('file', 'x'.repeat(size), '; filename="x"');
    const end = '--a--\r\n';
    for (const size of [0, 1_000, 16_000])
      expect(await sent(`${field('login', 'ann')}${file(size)}${end}`)).toMatchObject({
        outcome: { login: 'ann' },
      });
    const most = Array.from({ length: 60 }, (_, at) => field(`f${at}`, 'é'));
    const { outcome } = await sent(`${most.join('')}${end}`);
    expect(Object.keys(outcome)).toHaveLength(60);
    const plain = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await sent('login=a%20b&password=c', plain)).outcome).toEqual({ login: 'a b', password: 'c' });
    const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=`).join('&');
    expect(Object.keys((await sent(fields(64), plain)).outcome)).toHaveLength(64);
    expect((await sent(fields(65), plain)).outcome).toBe('too_large');
  });

  it('is refused where it breaks off, or somebody has read more of it', async () => {
    expect(() => formOf(type, Buffer.alloc(formLimit + 1))).toThrow(DomainError);
    await expect(formOf(type, Buffer.from(field('a', 'b')))).rejects.toMatchObject({ code: 'malformed' });
  });
});
