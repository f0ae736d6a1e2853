import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const report = (root: string, inside: string) => `<S:${root} xmlns:S="svn:">${inside}</S:${root}>`;

// The server reads bodies whole, at thirty times their size, and ends with everybody's connections when that is too
// much.
describeSubversion('what the server reads whole', () => {
  const world = SubversionWorld.ofSuite();

  const asked = async (url: string, method: string, body: string | Buffer) =>
    (await world.raw('ann', method, url, method === 'REPORT' ? '/!svn/me' : '', { body, depth: '0' })).status;

  it('has bounds, within which a working copy of many revisions lies', async () => {
    const { url } = await world.repository();
    expect(await asked(url, 'REPORT', report('log-report', '<a/>'.repeat(30_000)))).toBe(413);
    expect(await asked(url, 'REPORT', report('update-report', '<a/>'.repeat(1_600_000)))).toBe(413);
    expect(
      await asked(url, 'PROPFIND', `<D:propfind xmlns:D="DAV:">${'\n'.repeat(30_000)}</D:propfind>`),
    ).toBe(413);
    expect(await asked(url, 'PROPFIND', '<a>'.repeat(1_000))).toBe(400);
    const entry = '<S:entry\n   rev="1"\n   depth="infinity">src/module-10/component-file-33.ts</S:entry>\n';
    const address = `<S:src-path>${new URL(url).pathname}</S:src-path><S:target-revision>1</S:target-revision>`;
    const mixed = `${address}<S:entry rev="1" start-empty="true"></S:entry>${entry.repeat(100_000)}`;
    expect(await asked(url, 'REPORT', report('update-report', mixed))).not.toBe(413);
  });

  it('is read alike by the door and by the server', async () => {
    const { url } = await world.repository();
    const other = new URL((await world.repository()).url).pathname;
    const href = `<D:href>${other}/!svn/txn/1-1</D:href>`;
    const merge = (inside: string) => `<D:merge xmlns:D="DAV:"><D:source>${inside}</D:source></D:merge>`;
    const hidden = `<D:href><![CDATA[${other}/!svn/txn/1-1]]></D:href>`;
    expect(await asked(url, 'MERGE', merge(hidden))).toBe(400);
    expect(await asked(url, 'MERGE', Buffer.from(`\ufeff${merge(href)}`, 'utf16le'))).toBe(400);
    const elsewhere = `<S:src-path>http://x${other}</S:src-path>`;
    expect(await asked(url, 'REPORT', report('update-report', elsewhere))).toBe(400);
    const own = new URL(url).pathname;
    for (const none of ['ver/-1', 'rev/-1', 'ver/1x', 'x'])
      expect(await asked(url, 'MERGE', merge(`<D:href>${own}/!svn/${none}</D:href>`))).toBe(400);
    expect(world.pushes).toEqual([]);
  });

  it('is what stock clients send', async () => {
    const { url } = await world.repository();
    const copy = join(world.root, 'copy');
    const must = async (...args: string[]) =>
      expect(await world.as('ann', args)).toMatchObject({ code: 0, stderr: '' });
    await must('checkout', '-q', `${url}/trunk`, copy);
    await mkdir(join(copy, 'a & ü'));
    for (const name of ['#1', 'b%41', 'c;d@e']) await writeFile(join(copy, 'a & ü', name), name);
    await must('add', '-q', join(copy, 'a & ü'));
    await must('propset', '-q', 'p', '<x>\n&', copy);
    await must('commit', '-q', '-m', '<m> & é\nsecond', copy);
    await must('lock', '-q', join(copy, 'a & ü', '#1'));
    await writeFile(join(copy, 'a & ü', '#1'), 'changed');
    await must('commit', '-q', '-m', 'locked', '--with-revprop', 'x:y=z', copy);
    await must('copy', '-q', '-m', 'branch', `${url}/trunk`, `${url}/branches/b &c`);
    await must('switch', '-q', `${url}/branches/b &c`, copy);
    await must('update', '-q', copy);
    await must('merge', '-q', `${url}/trunk`, copy);
    await must('diff', `${url}/trunk@1`, `${url}/branches/b &c`);
    await must('delete', '-q', '-m', 'gone', `${url}/branches/b &c`);
    await must('log', '-q', '-v', url);
  });
});
