import { Readable } from 'node:stream';
import type { BlobReader, SignedAnswer } from '@holdfast/blob-spi';
import type { FileGrant } from '@holdfast/contracts';
import { ArtifactDoorFixture, ask } from './artifact-door.fixture.js';

describe('a download that goes by the store', () => {
  const size = 100_000;
  const body = 'b'.repeat(size);
  const asked: [digest: string, SignedAnswer][] = [];
  const reader: BlobReader = {
    open: (_, { offset, length }) =>
      Promise.resolve(Readable.from([Buffer.from(body.slice(offset, offset + length))])),
    has: () => Promise.resolve(true),
    signed: (digest, answer) => {
      asked.push([digest, answer]);
      if (digest === 'away') return Promise.reject(new Error('the storage does not answer'));
      return Promise.resolve(digest === 'unreached' ? undefined : `https://s3.example.org/${digest}?signed`);
    },
    close: () => Promise.resolve(),
  };
  let door: ArtifactDoorFixture;
  beforeEach(async () => {
    asked.length = 0;
    door = await ArtifactDoorFixture.open({ reader, redirects: { from: size } });
  });
  afterEach(() => door.close());

  const grant = (blob: string, length = size, status: 200 | 206 = 200): FileGrant => ({
    ...{ is: 'grant', status, file: { blob }, offset: 0, length },
    headers: {
      ...{ 'Content-Type': 'application/java-archive', ETag: '"x"', 'Content-Length': String(length) },
      ...{ 'X-Checksum-Sha1': 'da39', 'Cache-Control': 'private' },
    },
  });

  it('is answered with its address there, which nobody keeps', async () => {
    door.decide = () => grant('large');
    const [head, rest] = (await door.answer(ask('GET', '/org/some-1%2B2.jar'), '\r\n\r\n')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 307 /);
    expect(head).toContain('\r\nLocation: https://s3.example.org/large?signed\r\n');
    expect(head).toContain('\r\nX-Checksum-Sha1: da39\r\n');
    expect(head).toContain('\r\nCache-Control: no-store\r\n');
    expect(head).not.toMatch(/etag|content-type/i);
    expect(rest).toBe('');
    const type = 'application/java-archive';
    expect(asked).toEqual([['large', { type, fileName: 'some-1+2.jar', seconds: 60 }]]);
  });

  it.each([
    'Range: bytes=0-',
    'If-Range: "y"',
    'If-Modified-Since: x',
    'If-None-Match: "y"',
    'If-Match: "x"',
  ])('is not one with a condition, which the store would understand otherwise: %s', async (header) => {
    door.decide = () => grant('large');
    const answer = await door.answer(ask('GET', '/a', 'developer', `${header}\r\n`), body);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(asked).toEqual([]);
  });

  it('is read here where the store does not answer', async () => {
    door.decide = () => grant('away');
    expect(await door.answer(ask('GET', '/a'), body)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['a smaller one', 'GET', grant('small', size - 1), 200],
    ['a part', 'GET', grant('part', size, 206), 206],
    ['one that the store gives nobody', 'GET', grant('unreached'), 200],
    ['the head of one', 'HEAD', grant('large'), 200],
  ])('is not %s', async (_, method, decided, status) => {
    door.decide = () => decided;
    const until = method === 'HEAD' ? '\r\n\r\n' : body.slice(-decided.length);
    expect(await door.answer(ask(method, '/a'), until)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
