import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { SecureFront } from '../../clients/secure-front.js';
import { SshClient } from '../../clients/ssh.js';
import { hasSvn, runSvn, SvnClient } from '../../clients/svn.js';
import { unique } from '../../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

(hasSvn ? describe : describe.skip)('Stock clients of Subversion', () => {
  let admin: Person;
  let developer: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let client: SvnClient;
  let overSsh: SvnClient;
  let sshUrl: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project, 'subversion', { layout: true });
    client = await SvnClient.of(developer);
    const { ssh_url } = await must(admin.api.get(repository.path));
    const { port } = new URL(String(ssh_url));
    // The stock client hands a port of the address on as a part of the name.
    sshUrl = String(ssh_url).replace(`:${port}/`, '/');
    overSsh = await SvnClient.overSsh(await SshClient.of(developer), port);
  });

  /** Makes a revision without a working copy. */
  const changed = async (url: string, ...words: string[]): Promise<void> => {
    const ended = await client.run('svnmucc', ['-m', 'change', '-U', url, ...words]);
    expect([ended.status, ended.output]).toEqual([0, expect.stringContaining('committed by')]);
  };

  const written = async (name: string, text: string): Promise<string> => {
    const file = join(client.directory, name);
    await writeFile(file, text);
    return file;
  };

  it('see what was changed, and export it, alike over both doors', async () => {
    await changed(repository.url, 'put', await written('f', 'one\ntwo\n'), 'trunk/f');
    await changed(repository.url, 'put', await written('f', 'one\n2\n'), 'trunk/f');
    const shown: string[] = [];
    for (const [by, url] of [
      [client, repository.url],
      [overSsh, sshUrl],
    ] as const) {
      shown.push(await by.must(['diff', '-r', '2:3', `${url}/trunk`]));
      await by.must(['export', '-q', '-r', '2', `${url}/trunk`, 'exported']);
      expect(await readFile(join(by.directory, 'exported/f'), 'utf8')).toBe('one\ntwo\n');
      expect(await by.must(['log', '-q', '-v', '-r', '2', url])).toContain('   A /trunk/f\n');
    }
    expect(shown[0]).toBe(shown[1]);
    expect(shown[0]).toMatch(/^Index: f\n[^]*\n one\n-two\n\+2\n$/);
  });

  it('make, copy, move and delete directories at addresses, also behind what speaks TLS', async () => {
    const front = await SecureFront.start();
    const trusting = ['--config-option', `servers:global:ssl-authority-files=${front.authority}`];
    try {
      for (const [by, url, more] of [
        [client, repository.url, []],
        [client, front.over(repository.url), trusting],
        [overSsh, sshUrl, []],
      ] as const) {
        const commit = (...words: string[]) => by.must([...words, '-q', '-m', 'x', ...more]);
        const at = `${url}/branches`;
        await commit('mkdir', `${at}/new`);
        await commit('copy', `${url}/trunk`, `${at}/new/copied`);
        await commit('move', `${at}/new/copied`, `${at}/new/moved`);
        expect(await by.must(['ls', '-R', at, ...more])).toBe('new/\nnew/moved/\nnew/moved/f\n');
        const copy = unique('copy');
        await by.must(['checkout', '-q', `${at}/new`, copy, ...more]);
        await by.must(['move', '-q', join(copy, 'moved/f'), join(copy, 'g')]);
        await commit('commit', copy);
        expect(await by.must(['ls', '-R', at, ...more])).toBe('new/\nnew/g\nnew/moved/\n');
        await commit('delete', `${at}/new`);
      }
    } finally {
      await front.end();
    }
    expect(await client.must(['ls', `${repository.url}/branches`])).toBe('');
  });

  it('name files as they like', async () => {
    const names = ['a+b', 'c%2Bd', "it's 100%", '#1 & ü', 'e;f=g', '@h', '[i]'];
    const directory = join(client.directory, 'names');
    await mkdir(directory);
    for (const name of names) await writeFile(join(directory, name), name);
    await client.must(['import', '-q', '-m', 'x', directory, `${repository.url}/trunk/names`]);
    for (const [by, url] of [
      [client, repository.url],
      [overSsh, sshUrl],
    ] as const) {
      await by.must(['checkout', '-q', `${url}/trunk/names`, 'named']);
      for (const name of names) {
        expect(await readFile(join(by.directory, 'named', name), 'utf8')).toBe(name);
        expect(await by.must(['cat', `${url}/trunk/names/${encodeURIComponent(name)}@`])).toBe(name);
      }
    }
    for (const name of names) {
      const path = `${repository.path}/commits/HEAD/files/trunk/names/${encodeURIComponent(name)}`;
      expect((await admin.api.get(path)).text).toBe(name);
    }
  });

  it('hear that a file is out of date which somebody else has changed, and merge', async () => {
    await client.must(['checkout', '-q', `${repository.url}/trunk`, 'mine']);
    await overSsh.must(['checkout', '-q', `${sshUrl}/trunk`, 'theirs']);
    const [mine, theirs] = [join(client.directory, 'mine'), join(overSsh.directory, 'theirs')];
    await writeFile(join(mine, 'f'), 'one\n2\nthree\n');
    await client.must(['commit', '-q', '-m', 'mine'], mine);
    await writeFile(join(theirs, 'f'), 'zero\none\n2\n');
    const late = await overSsh.run('svn', ['commit', '-q', '-m', 'theirs'], theirs);
    expect([late.status, late.output]).toEqual([1, expect.stringMatching(/out of date/)]);
    await overSsh.must(['update', '-q'], theirs);
    await overSsh.must(['commit', '-q', '-m', 'theirs'], theirs);
    expect(await client.must(['cat', `${repository.url}/trunk/f`])).toBe('zero\none\n2\nthree\n');
  });

  it('give files and directories properties, which come over the other door', async () => {
    const doors = [
      [client, repository.url],
      [overSsh, sshUrl],
    ] as const;
    for (const [at, [by, url]] of doors.entries()) {
      const copy = unique('copy');
      await by.must(['checkout', '-q', `${url}/trunk`, copy]);
      const value = `Grüße & <${at}>\nzwei`;
      await by.must(['propset', '-q', 'team:note', value, join(copy, 'f')]);
      await by.must(['propset', '-q', 'svn:ignore', `*.o${at}`, copy]);
      await by.must(['commit', '-q', '-m', 'properties', copy]);
      const [other, there] = doors[1 - at];
      const told = (name: string, path: string) =>
        other.must(['propget', '--strict', name, `${there}/${path}`]);
      expect(await told('team:note', 'trunk/f')).toBe(value);
      expect((await told('svn:ignore', 'trunk')).trim()).toBe(`*.o${at}`);
      await by.must(['propdel', '-q', 'team:note', join(copy, 'f')]);
      await by.must(['commit', '-q', '-m', 'none', copy]);
      expect(await other.must(['proplist', `${there}/trunk/f`])).toBe('');
    }
  });

  it('mirror and dump a repository whole, over both doors, also by who may only read', async () => {
    const guest = await newMember(admin, project, 'guest');
    const reader = await SvnClient.of(guest);
    const { port } = new URL(String((await must(admin.api.get(repository.path))).ssh_url));
    const readerOverSsh = await SvnClient.overSsh(await SshClient.of(guest), port);
    const log = await client.must(['log', '-v', repository.url]);
    const dumps: string[] = [];
    for (const [by, url] of [
      [client, repository.url],
      [overSsh, sshUrl],
      [reader, repository.url],
      [readerOverSsh, sshUrl],
    ] as const) {
      const mirror = join(by.directory, 'mirror');
      const made = await runSvn('svnadmin', ['create', mirror]);
      expect([made.status, made.output]).toEqual([0, '']);
      const hook = join(mirror, 'hooks/pre-revprop-change');
      await writeFile(hook, '#!/bin/sh\n');
      await chmod(hook, 0o700);
      for (const words of [
        ['init', `file://${mirror}`, url],
        ['sync', `file://${mirror}`],
      ]) {
        const ended = await by.run('svnsync', [...words, '-q']);
        // Over SSH a new host is told of, once.
        const said = ended.output.replace(/^Warning: Permanently added .*\r?\n/, '');
        expect([words[0], ended.status, said]).toEqual([words[0], 0, '']);
      }
      expect(await by.must(['log', '-v', `file://${mirror}`])).toBe(log);
      const dump = await by.run('svnrdump', ['dump', '-q', url]);
      expect([dump.status, dump.stdout.slice(0, 22)]).toEqual([0, 'SVN-fs-dump-format-ver']);
      dumps.push(dump.stdout);
    }
    expect(new Set(dumps).size).toBe(1);
  });

  it('check out at the same time, one file after the other asked for at once', async () => {
    const directory = join(client.directory, 'many');
    for (let at = 0; at < 150; at += 1) {
      await mkdir(join(directory, `d${at % 10}`), { recursive: true });
      await writeFile(join(directory, `d${at % 10}/f${at}`), `${at}\n`.repeat(400));
    }
    const many = `${repository.url}/trunk/many`;
    await client.must(['import', '-q', '-m', 'x', directory, many]);
    const piecemeal = ['--config-option', 'servers:global:http-bulk-updates=no'];
    const copies = ['c1', 'c2', 'c3', 'c4'];
    await Promise.all(copies.map((copy) => client.must(['checkout', '-q', ...piecemeal, many, copy])));
    for (const copy of copies)
      expect(await readFile(join(client.directory, copy, 'd9/f149'), 'utf8')).toBe('149\n'.repeat(400));
  });

  it('go on with a working copy when the project has another name', async () => {
    const id = unique('renamed');
    await must(admin.api.put(project.path, { id }));
    const mine = join(client.directory, 'mine');
    const url = repository.url.replace(`/${project.id}/`, `/${id}/`);
    const gone = await client.run('svn', ['update', '-q'], mine);
    expect([gone.status, gone.output]).toEqual([1, expect.stringContaining('not visible to you')]);
    await client.must(['relocate', `${url}/trunk`], mine);
    await client.must(['update', '-q'], mine);
    await writeFile(join(mine, 'f'), 'relocated\n');
    await client.must(['commit', '-q', '-m', 'relocated'], mine);
    expect(await client.must(['cat', `${url}/trunk/f`])).toBe('relocated\n');
  });
});
