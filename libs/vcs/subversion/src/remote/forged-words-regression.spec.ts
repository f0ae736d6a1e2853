import { memoryRefusal, mustBeLoaded } from './program-end.js';
import { explainedComplaint } from './remote-complaint.js';
import { remoteHead } from './remote-head.js';

const date = '2026-11-30T10:00:00.000000Z';
const other = '1999-01-01T00:00:00.000000Z';
const property = (name: string, value: string): string =>
  `K ${name.length}\n${name}\nV ${Buffer.byteLength(value)}\n${value}\n`;
/** A dump of one revision, as it is heard: a letter for each byte. */
const dumpOf = (...properties: string[]): string => {
  const all = `${properties.join('')}PROPS-END\n`;
  const length = Buffer.byteLength(all);
  const head = 'SVN-fs-dump-format-version: 3\n\nUUID: 4a1f\n\nRevision-number: 7\n';
  const text = `${head}Prop-content-length: ${length}\nContent-length: ${length}\n\n${all}\nNode-path: a\n`;
  return Buffer.from(text).toString('latin1');
};

// Who commits to the other side writes messages. By one he said of a revision that it was made at another time, and a
// mirror was refused, or went on with another repository.
describe('the date of a revision elsewhere', () => {
  const known = { uuid: '4a1f', youngest: 7, date };

  it.each([
    ['another date', property('svn:date', other)],
    ['an end', 'PROPS-END\n'],
    ['no ASCII, and a date', `ü\n${property('svn:date', other)}`],
    ['a name', 'K 8\nsvn:date\n'],
  ])('is not that of its message, which says %s', (_, message) => {
    const lines = `x\n${message}`;
    expect(remoteHead(dumpOf(property('svn:log', lines), property('svn:date', date)))).toEqual(known);
    expect(remoteHead(dumpOf(property('svn:date', date), property('svn:log', lines)))).toEqual(known);
    expect(remoteHead(dumpOf(property('svn:log', lines)))).toEqual({ uuid: '4a1f', youngest: 7 });
  });

  it('is waited for where it has not come, and no longer than a message may be', () => {
    const all = dumpOf(property('svn:log', `x\n${property('svn:date', other)}`), property('svn:date', date));
    const heard = Array.from(all, (_, at) => remoteHead(all.slice(0, at)));
    const first = heard.findIndex((each) => each !== 'more');
    expect(heard.slice(first).every((each) => (each as { date?: string }).date === date)).toBe(true);
    const long = dumpOf(property('svn:log', 'x'.repeat(300 << 10)), property('svn:date', date));
    expect(remoteHead(long.slice(0, 200 << 10))).toBe('more');
    expect(remoteHead(long.slice(0, 260 << 10))).toEqual({ uuid: '4a1f', youngest: 7 });
    expect(remoteHead(dumpOf('what is this\n'))).toEqual({ uuid: '4a1f', youngest: 7 });
  });
});

// A remote, or a name in a dump, said that the disk or the memory of this server is full.
describe('what a program says that quotes a remote', () => {
  const loaded = (complaint: string): string => {
    try {
      mustBeLoaded({ code: 1, complaint });
      return '';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('is refused by the number of the program, not by words of the other side', () => {
    const quoting = 'svnrdump: E175002: the server said E000012: No space left on device';
    expect(memoryRefusal(quoting)).toBeUndefined();
    expect(explainedComplaint({ refusal: undefined }, quoting).code).toBe('remote');
    expect(loaded("svnadmin: E160020: File '/No space left on device E000012' is there")).toBe('remote');
    expect(loaded("svnadmin: E000028: Can't write to file: No space left on device")).toBe('no_room');
    expect(loaded("svnadmin: E000012: Can't allocate memory")).toBe('too_large');
    expect(explainedComplaint({ refusal: undefined }, "svnrdump: E000012: Can't allocate").code).toBe(
      'too_large',
    );
  });
});
