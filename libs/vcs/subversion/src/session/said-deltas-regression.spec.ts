import { SpokenFloor } from '@holdfast/vcs-spi/engine';
import { goingBack, svndiff, windowOf } from '../transfer/svndiff.fixture.js';
import { noDifferences } from '../transfer/unpacked-sizes.js';
import { hearing } from './said-body.js';

const string = (bytes: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(bytes)}:`), Buffer.from(bytes), Buffer.from(' ')]);
const command = (name: string, ...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat([Buffer.from(`( ${name} ( `), ...parts.map(string), Buffer.from(') ) ')]);
const sent = (token: string, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from(`( apply-textdelta ( ${token.length}:${token} ( ) ) ) `),
    ...chunks.map((each) => command('textdelta-chunk', token, each)),
    command('textdelta-end', token),
  ]);

// Subversion takes a window of no length that goes back, and writes beyond its memory then: who could push over SSH had
// the program say and do what he liked.
describe('differences that a client says', () => {
  const heard = (said: Buffer, pieces = 1): void => {
    const hear = hearing(new SpokenFloor());
    const size = Math.ceil(said.length / pieces);
    for (let at = 0; at < said.length; at += size) hear(said.subarray(at, at + size));
  };
  const bad = goingBack(1_000);
  const refused = expect.objectContaining({ status: 400, message: noDifferences }) as Error;

  it.each([1, 7, 10_000])('are heard before the program hears them, in %i pieces', (pieces) => {
    expect(() => heard(sent('c1', bad), pieces)).toThrow(refused);
    const halves = [bad.subarray(0, 9), bad.subarray(9)];
    expect(() => heard(sent('c1', ...halves), pieces)).toThrow(refused);
    const good = svndiff(windowOf(0, 100, 50), windowOf(100, 100, 50));
    const file = Buffer.concat([sent('c1', good), sent('c1', good), sent('c2', good)]);
    expect(() => heard(file, pieces)).not.toThrow();
  });

  it('are those of each file by itself', () => {
    const [one, other] = [svndiff(windowOf(0, 9, 9)), svndiff(windowOf(50, 9, 9))];
    const mixed = Buffer.concat([
      command('textdelta-chunk', 'c1', other),
      command('textdelta-chunk', 'c2', one),
      command('textdelta-chunk', 'c1', windowOf(60, 9, 9)),
    ]);
    expect(() => heard(mixed)).not.toThrow();
    const back = command('textdelta-chunk', 'c1', windowOf(0, 0, 1));
    expect(() => heard(Buffer.concat([mixed, back]))).toThrow(refused);
  });

  it('have names as clients give them, of files that are not too many', () => {
    const tooLarge = expect.objectContaining({ status: 413 }) as Error;
    expect(() => heard(command('textdelta-chunk', 'c'.repeat(257), bad))).toThrow(tooLarge);
    const files = Array.from({ length: 10_001 }, (_, at) =>
      command('textdelta-chunk', `c${at}`, svndiff(windowOf(0, 1, 1))),
    );
    expect(() => heard(Buffer.concat(files))).toThrow(tooLarge);
  });

  // `svnserve` goes on behind what is no item, and hears there what was no command to us.
  it.each([
    ['a sign that begins no item', '( foo ( ) ) ( ( ! ( abort-edit ( ) ) '],
    ['a number that is too large', '( ( 99999999999999999999999 '],
    ['a word that is too long', `( ( ${'w'.repeat(25)} `],
    ['lists in too many lists', '( '.repeat(33)],
    ['an end of no list', ') '],
    ['no blank behind a string', '( ( 3:abcx '],
    ['no blank behind a list', '( ( )( '],
    ['a word with another sign', '( ab.c '],
  ])('are not heard behind %s', (_what, before) => {
    const message = expect.stringContaining('protocol') as string;
    const broken = expect.objectContaining({ status: 400, message }) as Error;
    const said = Buffer.concat([Buffer.from(before), sent('c1', bad)]);
    for (const pieces of [1, said.length]) expect(() => heard(said, pieces)).toThrow(broken);
  });

  it('are not heard in a text that the program would not take', () => {
    const said = Buffer.concat([Buffer.from('( ( 16777217:'), sent('c1', bad)]);
    expect(() => heard(said)).toThrow(expect.objectContaining({ status: 413 }) as Error);
    expect(() => heard(Buffer.from('((word 0003:abc  0:  )\n ) '))).not.toThrow();
  });

  it('are no other words', () => {
    const words = [command('get-dir', 'c1', bad), string(bad), command('textdelta-end', 'c1')];
    expect(() => heard(Buffer.concat(words))).not.toThrow();
  });
});
