import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const record = (lines: string[], properties: [string, string][], content = ''): string => {
  const props =
    properties.map(([name, value]) => `K ${name.length}\n${name}\nV ${value.length}\n${value}\n`).join('') +
    'PROPS-END\n';
  const [before, all] = [Buffer.byteLength(props), Buffer.byteLength(props + content)];
  const lengths = [`Prop-content-length: ${before}`, `Text-content-length: ${all - before}`];
  return [...lines, ...lengths, `Content-length: ${all}`, '', props + content].join('\n');
};

/** A dump of one revision with these files, made as another program could make it: svnadmin loads it. */
const dumpOf = (names: string[]): string =>
  [
    'SVN-fs-dump-format-version: 2\n',
    record(['Revision-number: 1'], [['svn:log', 'all']]).replace(/Text-content-length: 0\n/, ''),
    ...names.map((name) =>
      record([`Node-path: ${name}`, 'Node-kind: file', 'Node-action: add'], [], `${name}\n`),
    ),
  ].join('\n');

// Such names were taken; then archives broke off, and no client could check out what they were in.
describeSubversion('a dump with control characters in names', () => {
  const world = SubversionWorld.ofSuite();

  const imported = async (names: string[]) => {
    const { directory } = await world.repository(false);
    const file = join(world.root, 'a.dump');
    await writeFile(file, dumpOf(names));
    const work = { signal: new AbortController().signal, tell: () => undefined };
    const answer = await world.kind
      .open(directory)
      .remotes.fetch({ file }, { ...work, principal: 'admin', metered: false })
      .then(
        ({ updates }) => updates.map((update) => update.new),
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );
    return { answer, there: await readdir(directory) };
  };

  it.each([
    ['one that no document of XML may have', 'a\x01b', '"a\\u0001b"'],
    ['a tab', 'a\tb', '"a\\tb"'],
    ['a carriage return, which ends lines elsewhere', 'a\rb', '"a\\rb"'],
    ['the last of them', 'a\x7fb', '"a\\u007fb"'],
    ['one at the end of a long name', `${'x'.repeat(2_000)}\x02`, 'x\\u0002"'],
  ])('is refused by its reason: %s', async (_what, name, told) => {
    const { answer, there } = await imported(['plain', name, 'after']);
    expect(answer).toMatch(/^remote: Subversion: a name has a control character: /);
    expect(answer).toContain(told);
    expect(there).not.toContain('incoming');
  });

  it.each(['\ufffe', '\uffff'])('is refused for what is no character', async (one) => {
    const { answer, there } = await imported(['plain', `a${one}b`, 'after']);
    expect(answer).toMatch(/^remote: Subversion: a name has a character that is none: "a\\uff/);
    expect(there).not.toContain('incoming');
  });

  it('is taken with all other names', async () => {
    const names = ['c1-\x85', 'ü ... done.', 'back\\slash', '* editing path : x', 'p%01'];
    expect((await imported(names)).answer).toEqual(['1']);
  });
});
