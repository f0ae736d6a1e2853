import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, programPath, SubversionWorld } from '../subversion-world.fixture.js';
import { RevisionUpkeep } from '../upkeep/revision-upkeep.js';
import { TransactionGates } from '../writing/transaction-gates.js';
import { CommandLine } from '../process/command-line.js';
import { youngestIn } from '../process/youngest.js';
import { ChildProcesses } from '@holdfast/vcs-spi/engine';

describeSubversion('stock clients over HTTP', () => {
  const world = SubversionWorld.ofSuite();
  afterEach(() => {
    world.instead = undefined;
    world.room = Infinity;
    world.pushes.length = 0;
    world.reports.length = 0;
  });

  let written = 0;
  const committed = async (url: string, name: string, text = 'x') => {
    const file = join(world.root, `file-${(written += 1)}`);
    await writeFile(file, text);
    return world.as('ann', ['-m', `put ${name}`, '-U', url, 'put', file, name], undefined, 'svnmucc');
  };

  const ask = (url: string, method: string, body: string, type = 'text/xml') =>
    new Promise<number | undefined>((resolve) => {
      const headers = { authorization: 'Basic YW5uOng=', 'content-type': type };
      request(url, { method, headers }, ({ statusCode }) => resolve(statusCode)).end(body);
    });

  it('commit, are decided about, and what became of it is told', async () => {
    const { directory, url } = await world.repository();
    const made = await committed(url, 'trunk/a');
    expect(made.stdout).toMatch(/^r2 committed by ann at /);
    expect(world.pushes).toEqual([
      { updates: [{ ref: 'HEAD', sort: 'other', name: 'HEAD', old: '1', new: '2' }] },
    ]);
    expect(world.reports).toMatchObject([{ directory, accepted: true, changed: true }]);
    const shown = await world.as('guest', ['cat', `${url}/trunk/a`]);
    expect(shown.stdout).toBe('x');
  });

  it('show why a commit was refused, and leave nothing', async () => {
    const { directory, url } = await world.repository();
    const reason = 'not on <Fridays> & ünï';
    world.instead = () =>
      Promise.resolve({
        accepted: false,
        reasons: [{ ref: 'HEAD', name: 'HEAD', rule: 'write_missing', reason }],
      });
    const refused = await committed(url, 'trunk/a');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(reason)]);
    world.instead = () => Promise.reject(new Error('nobody knows'));
    expect((await committed(url, 'trunk/a')).stderr).toContain('could not decide about this commit');
    expect(await youngestIn(directory)).toBe(1);
    expect(world.reports).toMatchObject([
      { accepted: false, changed: false },
      { accepted: false, changed: false },
    ]);
  });

  it('hear that a disk is full before anything lies on it', async () => {
    const { directory, url } = await world.repository();
    world.room = 1_000;
    const refused = await committed(url, 'trunk/a', randomBytes(50_000).toString('hex'));
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('disk')]);
    expect(await youngestIn(directory)).toBe(1);
  });

  it('make one revision after another, however they race', async () => {
    const { directory, url } = await world.repository();
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => committed(url, `trunk/${name}`)));
    expect(await youngestIn(directory)).toBe(5);
    expect(world.pushes.map(({ updates }) => [...updates][0].new)).toEqual(['2', '3', '4', '5']);
    expect(world.reports.every(({ changed }) => changed)).toBe(true);
  });

  it('find none of the hooks and settings that somebody put into a repository', async () => {
    const { directory, url } = await world.repository();
    const hooks = join(directory, 'hooks');
    await mkdir(hooks);
    for (const name of ['start-commit', 'pre-commit', 'post-commit', 'pre-revprop-change'])
      await writeFile(join(hooks, name), `#!/bin/sh\ntouch ${world.root}/planted\nexit 1\n`, { mode: 0o755 });
    expect((await committed(url, 'trunk/a')).code).toBe(0);
    const changed = await world.as('admin', ['propset', '--revprop', '-r', '2', 'svn:log', 'new', url]);
    expect(changed.code).toBe(0);
    const author = await world.as('admin', ['propset', '--revprop', '-r', '2', 'svn:author', 'eve', url]);
    expect(author.stderr).toContain('only the message of a revision can be changed');
    expect(await readdir(world.root)).not.toContain('planted');
  });

  it('cannot make a revision out of what lies elsewhere', async () => {
    const { url } = await world.repository();
    const other = new URL((await world.repository()).url).pathname;
    const body =
      '<D:merge xmlns:D="DAV:"><D:source><D:href>' +
      `${other}/!svn/txn/1-1</D:href></D:source><D:no-auto-merge/><D:no-checkout/></D:merge>`;
    expect(await ask(url, 'MERGE', body)).toBe(400);
    expect(world.pushes).toEqual([]);
  });

  it('leave a revision that is told, though they did not wait for it', async () => {
    const { directory, url } = await world.repository();
    const begun = join(world.root, 'begun');
    const hook = join(world.root, 'state/hooks/pre-commit');
    await writeFile(hook, `#!/bin/sh\n/bin/touch ${begun}\n/bin/sleep 1\n`, { mode: 0o755 });
    const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', skel);
    const source = `${new URL(url).pathname}/!svn/txn/${String(headers['svn-txn-name'])}`;
    const body = `<D:merge xmlns:D="DAV:"><D:source><D:href>${source}</D:href></D:source></D:merge>`;
    const asked = request(url, { method: 'MERGE', headers: { authorization: 'Basic YW5uOng=' } });
    asked.on('error', () => undefined).end(body);
    while (!existsSync(begun)) await sleep(20);
    asked.destroy();
    while (world.reports.length === 0) await sleep(20);
    await rm(hook);
    expect([await youngestIn(directory), world.reports]).toMatchObject([2, [{ changed: true }]]);
  });

  it('go on when the server was killed', async () => {
    const { directory, url } = await world.repository();
    expect((await committed(url, 'trunk/a')).code).toBe(0);
    const pid = Number(await readFile(join(world.root, 'state/server/server.pid'), 'utf8'));
    process.kill(-pid, 'SIGKILL');
    for (let attempt = 0; (await committed(url, 'trunk/b')).code !== 0; attempt += 1)
      if (attempt === 20) throw new Error('it does not come back');
    expect(await youngestIn(directory)).toBe(3);
    await world.must('svnadmin', ['verify', '-q', directory]);
  });

  it('are not the only ones who read: a page in a repository does nothing in a browser', async () => {
    const { url } = await world.repository();
    const file = join(world.root, 'page');
    await writeFile(file, '<script>alert(1)</script>');
    const page = ['put', file, 'trunk/p', 'propset', 'svn:mime-type', 'text/html', 'trunk/p'];
    await world.as('ann', ['-m', 'm', '-U', url, ...page], undefined, 'svnmucc');
    const { headers } = await fetch(`${url}/trunk/p`, { headers: { authorization: 'Basic YW5uOng=' } });
    const shown = ['content-type', 'x-content-type-options', 'content-security-policy'].map((name) =>
      headers.get(name),
    );
    expect(shown).toEqual(['text/html', 'nosniff', 'sandbox']);
  });

  it('are the only ones who reach the server', async () => {
    await world.kind.health();
    const config = await readFile(join(world.root, 'state/server/server.conf'), 'utf8');
    const port = Number(/^Listen 127\.0\.0\.1:(\d+)$/m.exec(config)?.[1]);
    const { directory } = await world.repository();
    const headers = { 'x-hf-secret': 'x', 'x-hf-repo': directory, 'x-hf-root': '/r', 'x-hf-user': 'eve' };
    const status = await new Promise<number | undefined>((resolve) => {
      request({ host: '127.0.0.1', port, path: '/r', headers }, (answer) => resolve(answer.statusCode)).end();
    });
    expect(status).toBe(403);
  });

  it('leave transactions that go after a day', async () => {
    const { directory, url } = await world.repository();
    const transactions = join(directory, 'db/transactions');
    const begin = async () => {
      expect(await ask(`${url}/!svn/me`, 'POST', '( create-txn )', 'application/vnd.svn-skel')).toBe(201);
      return readdir(transactions);
    };
    const [old] = await begin();
    const [fresh] = (await begin()).filter((name) => name !== old);
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    for (const name of ['', ...(await readdir(join(transactions, old)))])
      await utimes(join(transactions, old, name), yesterday, yesterday);
    const commands = new CommandLine(
      new ChildProcesses(join(world.root, 'x')),
      programPath,
      world.root,
      1 << 28,
    );
    await new RevisionUpkeep(commands, {}, new TransactionGates()).removeDead(directory);
    expect(await readdir(transactions)).toEqual([fresh]);
  });
});
