import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const reading = () => ({ owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 });
const whole = { backwards: false, offset: 0, limit: 100 };

describeSubversion('what is in a repository', () => {
  const world = SubversionWorld.ofSuite();
  let directory: string;
  beforeAll(async () => {
    ({ directory } = await world.repository());
    let written = 0;
    const put = async (name: string, bytes: string | Buffer) => {
      const file = join(world.root, `put-${(written += 1)}`);
      await writeFile(file, bytes);
      return ['put', file, name];
    };
    const commit = async (...changes: string[][]) =>
      world.must('svnmucc', ['-u', 'ann', '-m', 'm', '-U', `file://${directory}`, ...changes.flat()]);
    const long = `trunk/${'ü'.repeat(60)}`;
    await commit(
      await put('trunk/a', 'one\ntwo\n'),
      await put('trunk/gone', 'x\n'),
      await put('trunk/link', 'link a'),
      ['propset', 'svn:special', '*', 'trunk/link'],
      await put('trunk/run', '#!/bin/sh\n'),
      ['propset', 'svn:executable', '*', 'trunk/run'],
      await put(long, 'l'),
    );
    await commit(
      await put('trunk/a', 'one\n2\n'),
      await put('trunk/b', 'Index: x\n'),
      await put('trunk/image', Buffer.from([0, 1, 2])),
      ['propset', 'svn:mime-type', 'image/png', 'trunk/image'],
      ['rm', 'trunk/gone'],
    );
  });

  const repository = () => world.kind.open(directory);

  it('has nothing of paths that nothing can have', async () => {
    for (const path of ['trunk/a\u0001', 'trunk/\uffff', 'trunk\n']) {
      const query = { from: '3', path, oldestFirst: false, offset: 0, limit: 10 };
      expect(await repository().log.page(query, reading())).toEqual({ results: [], more: false });
    }
  });

  it('differs between revisions', async () => {
    const query = { base: '2', head: '3', ...whole };
    const changes = await repository().diff.changes(query, reading());
    expect(changes).toMatchObject({
      results: [
        {
          path: 'trunk/a',
          status: 'modified',
          diff: '@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
          additions: 1,
          deletions: 1,
        },
        { path: 'trunk/b', status: 'added', diff: '@@ -0,0 +1 @@\n+Index: x\n', oldMode: '000000' },
        { path: 'trunk/gone', status: 'deleted', deletions: 1, mode: '000000' },
        { path: 'trunk/image', status: 'added', binary: true, diff: '' },
      ],
      more: false,
    });
    const part = await repository().diff.changes(
      { ...query, backwards: true, offset: 1, limit: 1 },
      reading(),
    );
    expect(part).toMatchObject({ results: [{ path: 'trunk/gone' }], more: true });
    expect((await repository().diff.changes({ head: '1', ...whole }, reading())).results).toEqual([]);
  });

  it('is told with its types, modes and sizes', async () => {
    const { results } = await repository().tree.files({ commit: '2', ...whole }, reading());
    const shown = results.map(({ path, type, mode, size }) => [path, type, mode, size]);
    expect(shown).toEqual([
      ['trunk/a', 'file', '100644', 8],
      ['trunk/gone', 'file', '100644', 2],
      ['trunk/link', 'symlink', '120000', 1],
      ['trunk/run', 'file', '100755', 10],
      [`trunk/${'ü'.repeat(60)}`, 'file', '100644', 1],
    ]);
  });

  /** What the engine answers to a ticket for a file or an archive. */
  const sent = async (
    asked: Pick<TransferGrant, 'file' | 'archive'>,
    headers: Record<string, string> = {},
  ) => {
    const server = createServer((request, response) => {
      const grant = {
        ...{ kind: 'subversion', service: 'file', directory, repository: 'r', principal: {} },
        ...{
          exchange: { method: 'GET', path: '/file', headers },
          owner: { company: 'acme', account: 'ann' },
        },
        ...asked,
      };
      void world.engine.exchange(grant, request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    server.close();
    return { status: answer.status, headers: answer.headers, bytes };
  };
  const file = (path: string) => ({ file: { id: 'x'.repeat(40), commit: '2', path, lasting: true } });

  it('is sent file by file, in parts, and of symlinks the targets', async () => {
    expect((await sent(file('trunk/a'))).bytes.toString()).toBe('one\ntwo\n');
    const part = await sent(file('trunk/a'), { range: 'bytes=2-4' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'e\nt']);
    expect((await sent(file('trunk/link'))).bytes.toString()).toBe('a');
    for (const path of ['trunk', 'trunk/none']) expect((await sent(file(path))).status).toBe(404);
    expect((await sent(file('trunk/a'), { 'if-none-match': `"${'x'.repeat(40)}"` })).status).toBe(304);
  });

  it.each([
    ['tar.gz', 'tar', ['-xzf']],
    ['zip', 'python3', ['-m', 'zipfile', '-e']],
  ] as const)('is packed as %s, which others unpack', async (format, program, words) => {
    const archive = { commit: '2', format, name: 'x', path: 'trunk', prefix: 'app/', lasting: true };
    const { status, bytes } = await sent({ archive });
    expect(status).toBe(200);
    const packed = join(world.root, `x.${format}`);
    await writeFile(packed, bytes);
    const unpacked = join(world.root, `unpacked-${format}`);
    await world.must('mkdir', [unpacked]);
    const into = format === 'zip' ? [unpacked] : ['-C', unpacked];
    await world.must(program, [...words, packed, ...into]);
    expect(await world.must('cat', [join(unpacked, 'app/trunk/a')])).toBe('one\ntwo\n');
    expect(await world.must('cat', [join(unpacked, 'app/trunk', 'ü'.repeat(60))])).toBe('l');
    if (format === 'tar.gz') {
      expect(await world.must('readlink', [join(unpacked, 'app/trunk/link')])).toBe('a\n');
      await world.must(join(unpacked, 'app/trunk/run'), []);
    }
  });
});
