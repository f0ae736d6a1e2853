import type { Conditions } from '@holdfast/kernel';
import type { Checksums } from '@holdfast/artifact-spi';
import type { Situation } from '../artifact-file/file.store.js';
import { inTheWay, judgePut, type Incoming, type PutRequest } from './put.rules.js';

const sums = (letter: string): Checksums => ({
  md5: letter.repeat(32),
  sha1: letter.repeat(40),
  sha256: letter.repeat(64),
  sha512: letter.repeat(128),
});
const empty: Situation = { isDirectory: false, inDirectory: true, belowFile: false, held: {} };
const stored: Situation = {
  ...empty,
  file: { size: 10, checksums: sums('a'), uploaded: 0, modified: new Date('2026-01-01T00:00:00Z') },
};
const whole = (letter: string, size = 10): Incoming => ({ size, checksums: sums(letter), isWhole: true });

const judge = (
  situation: Situation,
  incoming: Incoming = {},
  {
    mutable = false,
    refusedAsOther = 'it stays',
    refusedAsNew = undefined,
    conditions = {},
  }: Partial<PutRequest> = {},
) => judgePut(situation, { mutable, refusedAsOther, refusedAsNew, conditions, incoming });

describe('a place', () => {
  it('takes a file where neither a directory nor a file is in the way', () => {
    expect(inTheWay(empty)).toBeUndefined();
    expect(judge(empty)).toEqual({ is: 'new' });
    expect(judge(empty, whole('a'))).toEqual({ is: 'new' });
  });

  it.each([
    ['is a directory', { isDirectory: true }, 'the path is a directory'],
    ['lies below a file', { belowFile: true }, 'a file is in the place of a directory of this path'],
    [
      'lies below a file and is a directory',
      { belowFile: true, isDirectory: true },
      'a file is in the place of a directory of this path',
    ],
  ])('takes none where it %s', (_what, changed, reason) => {
    expect(judge({ ...empty, ...changed })).toEqual({ is: 'refused', status: 409, reason });
  });

  it('says what is in the way before it looks at conditions', () => {
    const conditions = { 'if-match': '*' };
    expect(judge({ ...empty, isDirectory: true }, {}, { conditions })).toMatchObject({ status: 409 });
  });
});

describe('a released file', () => {
  const refused = {
    is: 'refused',
    status: 409,
    reason: 'it stays',
  };

  it('may be sent again with the very bytes', () => {
    expect(judge(stored, whole('a'))).toEqual({ is: 'unchanged' });
  });

  it.each<[string, Incoming]>([
    ['as many other bytes', whole('b')],
    ['fewer bytes', whole('a', 9)],
    ['another declared length', { size: 11 }],
    ['none at all', { size: 0 }],
    ['one checksum of others', { checksums: { sha1: 'b'.repeat(40) } }],
    ['the last checksum of others', { checksums: { ...sums('a'), sha512: 'b'.repeat(128) } }],
  ])('is not replaced by %s', (_what, incoming) => {
    expect(judge(stored, incoming)).toEqual(refused);
  });

  it.each<[string, Incoming]>([
    ['nothing is known of the bytes', {}],
    ['the length fits', { size: 10 }],
    ['the checksums that are known fit', { checksums: { md5: 'a'.repeat(32) } }],
  ])('lets the body come while %s', (_what, incoming) => {
    expect(judge(stored, incoming)).toEqual({ is: 'replaced' });
  });

  it('is told apart before conditions are looked at', () => {
    expect(judge(stored, whole('b'), { conditions: { 'if-none-match': '*' } })).toEqual(refused);
  });
});

describe('a file that the kind does not store where there is none', () => {
  const refusedAsNew = 'the build number is too high';

  it('is refused, before conditions are looked at', () => {
    const refused = { is: 'refused', status: 409, reason: refusedAsNew };
    expect(judge(empty, {}, { refusedAsNew })).toEqual(refused);
    expect(judge(empty, whole('a'), { refusedAsNew, conditions: { 'if-match': '*' } })).toEqual(refused);
  });

  it('may be sent again where it is stored', () => {
    expect(judge(stored, whole('a'), { refusedAsNew })).toEqual({ is: 'unchanged' });
    expect(judge(stored, whole('b'), { refusedAsNew })).toMatchObject({ status: 409 });
  });
});

describe('a file that may change', () => {
  const mutable = true;

  it('is replaced by other bytes', () => {
    expect(judge(stored, whole('b', 12), { mutable })).toEqual({ is: 'replaced' });
  });

  it('is unchanged by the very bytes, once all of them are known', () => {
    expect(judge(stored, whole('a'), { mutable })).toEqual({ is: 'unchanged' });
    expect(judge(stored, { ...whole('a'), isWhole: false }, { mutable })).toEqual({ is: 'replaced' });
  });
});

describe('a condition of an upload', () => {
  const tag = `"${'a'.repeat(64)}"`;
  const refused = {
    is: 'refused',
    status: 412,
    reason: 'the file is not the one that the request is about',
  };

  it.each<[string, Situation, Conditions]>([
    ['wants a file where there is none', empty, { 'if-match': '*' }],
    ['wants another file', stored, { 'if-match': '"other"' }],
    ['wants none where there is one', stored, { 'if-none-match': '*' }],
    ['wants any but this', stored, { 'if-none-match': tag }],
    ['wants one that is as old', stored, { 'if-unmodified-since': 'Wed, 31 Dec 2025 23:59:59 GMT' }],
  ])('that %s is refused', (_what, situation, conditions) => {
    expect(judge(situation, whole('a'), { mutable: true, conditions })).toEqual(refused);
  });

  it.each<[string, Situation, Conditions, string]>([
    ['this file', stored, { 'if-match': tag }, 'replaced'],
    ['no file', empty, { 'if-none-match': '*' }, 'new'],
    [
      'one that did not change',
      stored,
      { 'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' },
      'replaced',
    ],
  ])('that wants %s is met', (_what, situation, conditions, is) => {
    expect(judge(situation, whole('b'), { mutable: true, conditions })).toEqual({ is });
  });
});

describe('checksums that came before their file', () => {
  const held = { sha1: 'a'.repeat(40), md5: 'a'.repeat(32) };

  it('let it in when they are its own', () => {
    expect(judge({ ...empty, held }, whole('a'))).toEqual({ is: 'new' });
  });

  it.each([
    ['sha1', { sha1: 'b'.repeat(40) }],
    ['md5', { ...held, md5: 'b'.repeat(32) }],
    ['sha512', { sha512: 'b'.repeat(128) }],
  ])('refuse it when the %s is another, and are dropped', (algorithm, wrong) => {
    expect(judge({ ...empty, held: wrong }, whole('a'))).toEqual({
      is: 'refused',
      status: 409,
      reason: `the bytes do not have the ${algorithm} that was uploaded before`,
      dropHeld: true,
    });
  });

  it('are not compared before all bytes have come', () => {
    expect(judge({ ...empty, held }, { checksums: sums('b') })).toEqual({ is: 'new' });
  });

  it('do not concern a file that is there', () => {
    expect(judge({ ...stored, held: { sha1: 'b'.repeat(40) } }, whole('a'))).toEqual({ is: 'unchanged' });
  });
});
