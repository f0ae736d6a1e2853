import { goingBack, svndiff, windowOf } from '../transfer/svndiff.fixture.js';
import { DumpedRecords } from './dumped-records.js';

const [key, value, plain] = ['K 1\np\n', 'V 3\n\ufffe\n', 'V 3\nabc\n'];
const odd = 'the dump is not written as Subversion writes one';
const unreadable = 'a property of "d" in revision 1 has a character that clients cannot read';

/** A directory with a property that no client could read; `node`: its headers. */
const dumpOf = ({
  between = '',
  node = 'Node-path: d',
  properties = `${key}${value}PROPS-END\n`,
  length = '',
  end = '',
}): string => {
  const said = length || String(Buffer.byteLength(properties));
  return [
    'SVN-fs-dump-format-version: 2\n\n',
    'Revision-number: 1\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n',
    `${between}${node}\nNode-kind: dir\nNode-action: add\n`,
    `Prop-content-length: ${said}\nContent-length: ${said}\n\n${properties}\n\n${end}`,
  ].join('');
};

// `svnadmin` takes dumps that it would not write: after the first such line nothing was looked at any more, and what no
// client can read came in behind it.
describe('a dump that Subversion would not have written', () => {
  const said = (dump: string): string | undefined => {
    const looking = new DumpedRecords();
    looking.take(Buffer.from(dump));
    return looking.unreadable;
  };

  it.each([
    ['a blank', ' \n'],
    ['tabs and carriage returns', '\t\r\n\v\n'],
  ])('is looked at behind %s between records', (_what, between) => {
    expect(said(dumpOf({ between }))).toBe(unreadable);
  });

  it.each([
    ['a tab behind the name of a header', { node: 'Node-path:\td' }],
    ['a header without a name', { node: ': x\nNode-path: d' }],
    ['a length with a sign', { properties: `K +1\np\n${plain}PROPS-END\n` }],
    ['a length with two blanks', { properties: `${key}V  3\nabc\nPROPS-END\n` }],
    ['no end of its properties', { properties: `${key}${plain}`, end: 'Node-path: e\n\n' }],
    ['properties that are longer than it says', { properties: `${key}${plain}PROPS-END\n`, length: '10' }],
    ['properties that are shorter than it says', { properties: 'PROPS-END\n', length: '20' }],
    ['a length in hexadecimal', { properties: 'PROPS-END\n', length: '0xa' }],
    ['a line that nobody ends', { node: `Node-path: ${'d'.repeat(70_000)}` }],
    // They were kept, however many there were: a record of millions filled the memory of the byte process.
    [
      'many headers',
      { node: `Node-path: d\n${Array.from({ length: 60 }, (_, at) => `x${at}: y`).join('\n')}` },
    ],
    ['an ideographic space', { between: '\u3000\n' }],
  ])('is refused for %s', (_what, with_) => {
    expect(said(dumpOf({ properties: `${key}${plain}PROPS-END\n`, ...with_ }))).toBe(odd);
  });

  it.each([
    ['properties of no text', { properties: `${key}V 2\n\u00fc\nPROPS-END\n` }],
    ['none', { properties: 'PROPS-END\n' }],
    ['a property that goes', { properties: 'D 1\np\nPROPS-END\n' }],
  ])('is not one with %s', (_what, with_) => {
    expect(said(dumpOf({ ...with_, end: 'Node-path: e\nNode-action: delete\n\n\n' }))).toBeUndefined();
  });
});

// `svnadmin` writes beyond its memory where they do, and put what it read there into the file.
describe('differences in a dump', () => {
  const dump = (text: Buffer, lengths: string): Buffer =>
    Buffer.concat([
      Buffer.from('SVN-fs-dump-format-version: 3\n\nRevision-number: 1\n'),
      Buffer.from('Prop-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n'),
      Buffer.from(`Node-path: f\nNode-kind: file\nNode-action: add\nText-delta: true\n${lengths}\n\n`),
      ...[text, Buffer.from('\n\nNode-path: f\nNode-action: delete\n\n')],
    ]);
  const said = (text: Buffer, lengths: string, size: number): string | undefined => {
    const looking = new DumpedRecords();
    const whole = dump(text, lengths);
    for (let at = 0; at < whole.length; at += size) looking.take(whole.subarray(at, at + size));
    return looking.unreadable;
  };

  it.each([
    ['all lengths', (length: number) => `Text-content-length: ${length}\nContent-length: ${length}`],
    ['that of the text', (length: number) => `Text-content-length: ${length}`],
  ])('may not go back, with %s', (_what, lengths) => {
    const [bad, good] = [goingBack(500), svndiff(windowOf(0, 9, 9), windowOf(9, 9, 9))];
    for (const size of [1, 100, 10_000]) {
      expect(said(bad, lengths(bad.length), size)).toMatch(/^"f" in revision 1: .* goes back/);
      expect(said(good, lengths(good.length), size)).toBeUndefined();
    }
  });

  const node = 'Node-path: f\nNode-kind: file\nNode-action: add\n';
  const first = 'SVN-fs-dump-format-version: 3\n\nRevision-number: 1\n';
  const bad = goingBack(500);
  const text = `Text-delta: true\nText-content-length: ${bad.length}\n`;

  // The program reads each of them in another way, and would have the text by the time that we find that out.
  it.each([
    ['a name that is longer than its block', `${first}Content-length: 10\n\nK 9999999\n${node}${text}\n`],
    ['a header with NUL', `${first}\n${node}${text.replace('true', 'true\0x')}\n`],
    ['properties of too little length', `${first}\n${node}Prop-content-length: 9\n${text}\nK 1\na\nV 1\nb\n`],
    ['properties of no number', `${first}\n${node}Prop-content-length: x\n${text}\n`],
    ['properties without their end', `${first}\n${node}Prop-content-length: 12\n${text}\nK 1\na\nV 1\nb\n`],
    ['a text of a revision', `${first}${text}\n`],
    ['a text of no revision', `SVN-fs-dump-format-version: 3\n\n${node}${text}\n`],
    ['a whole that is less than its parts', `${first}\n${node}Content-length: 1\n${text}\n`],
    ['another word for what the text is', `${first}\n${node}${text.replace('true', 'TRUE')}\n`],
  ])('are not passed behind %s', (_what, head) => {
    const looking = new DumpedRecords();
    looking.take(Buffer.from(head));
    looking.take(bad.subarray(0, 1));
    expect(looking.unreadable).toBeDefined();
  });
});
