import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { DumpedRecords } from './dumped-records.js';

type Properties = [name: string, value: string | Buffer][];

const record = (lines: readonly string[], properties: Properties, content = ''): Buffer => {
  const said = properties.flatMap(([name, value]) => [
    Buffer.from(`K ${Buffer.byteLength(name)}\n${name}\nV ${Buffer.byteLength(value)}\n`),
    Buffer.from(value),
    Buffer.from('\n'),
  ]);
  const block = Buffer.concat([...said, Buffer.from('PROPS-END\n')]);
  const text = content === '' ? [] : [`Text-content-length: ${Buffer.byteLength(content)}`];
  const all = block.length + Buffer.byteLength(content);
  const head = [...lines, `Prop-content-length: ${block.length}`, ...text, `Content-length: ${all}`, '', ''];
  return Buffer.concat([Buffer.from(head.join('\n')), block, Buffer.from(`${content}\n\n`)]);
};

/** Two revisions: what the second says, and what its file has. */
const dumpOf = (said: Properties, file: Properties = []): Buffer =>
  Buffer.concat([
    Buffer.from('SVN-fs-dump-format-version: 2\n\n'),
    record(['Revision-number: 1'], [['svn:log', 'first']]),
    record(['Node-path: d', 'Node-kind: dir', 'Node-action: add'], []),
    record(['Revision-number: 2'], said),
    record(
      ['Node-path: d/file', 'Node-kind: file', 'Node-action: add'],
      file,
      'K 7\nsvn:log\nV 3\n\ufffe\nPROPS-END\n',
    ),
    record(['Revision-number: 3'], [['svn:log', 'last']]),
  ]);

const [one, other] = ['\ufffe', '\uffff'];

// An import took them, and then no client could read a log, a list or a checkout of what it had brought.
describeSubversion('a dump with characters that no client could read', () => {
  const world = SubversionWorld.ofSuite();
  const file = join(world.root, 'a.dump');

  const imported = async (dump: Buffer) => {
    await writeFile(file, dump);
    const { directory, url } = await world.repository(false);
    const work = { signal: new AbortController().signal, tell: () => undefined };
    const answer = await world.kind
      .open(directory)
      .remotes.fetch({ file }, { ...work, principal: 'admin', metered: false })
      .then(
        async (incoming) => {
          await incoming.publish({ owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 });
          await incoming.discard();
          return 'done';
        },
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );
    return { answer, url, left: (await readdir(directory)).includes('incoming') };
  };
  const binary = Buffer.from([...Buffer.from(`a${one}`), 0]);
  const refused = [
    ['in a message', [['svn:log', `a\n${one}`]], [], 'the message of revision 2 has a character'],
    ['in what a revision says else', [['x', other]], [], 'a property of revision 2 has a character'],
    ['in a property', [], [['p', `ü${one}`]], 'a property of "d/file" in revision 2 has a character'],
    ['in the name of one', [], [[`p${one}`, 'v']], 'a property of "d/file" in revision 2 has a name'],
  ] satisfies [string, Properties, Properties, string][];

  it.each(refused)('is refused by its reason: %s', async (_where, said, properties, told) => {
    const { answer, left } = await imported(dumpOf(said, properties));
    expect([answer, left]).toEqual([`remote: Subversion: ${told} that clients cannot read`, false]);
  });

  it('is taken where they are such as every client reads', async () => {
    const said = [
      ['svn:log', 'a\x01b ü 😀'],
      ['x', binary],
    ] satisfies Properties;
    const dump = dumpOf(said, [
      ['p', binary],
      ['q', Buffer.from([0xff, ...Buffer.from(one)])],
    ]);
    const { answer, url } = await imported(dump);
    expect(answer).toBe('done');
    for (const words of [
      ['log', '-v', '--xml', '--with-all-revprops', url],
      ['proplist', '-v', '-R', url],
      ['ls', '-v', `${url}/d`],
    ])
      expect(await world.as('reader', words)).toMatchObject({ code: 0, stderr: '' });
  });

  it('is looked at however it is cut into pieces', () => {
    const [, said, properties, told] = refused[2];
    const dump = dumpOf(said, properties);
    for (const size of [1, 2, 3, 7, 64]) {
      const looking = new DumpedRecords();
      for (let at = 0; at < dump.length; at += size) looking.take(dump.subarray(at, at + size));
      expect(looking.unreadable).toContain(told);
    }
  });
});
