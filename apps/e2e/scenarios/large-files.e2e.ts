import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { hasGitLfs, LfsWire, lfsGit, lfsObject, mustLfs } from '../clients/lfs.js';
import { SshClient } from '../clients/ssh.js';
import { scratch, unique } from '../scratch.js';
import {
  newCompany,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

const content = randomBytes(300_000);
const { oid, size } = lfsObject(content);

describe('Large files of git', () => {
  let [admin, dev, guest, stranger]: Person[] = [];
  let project: ProjectAt;
  let repository: RepositoryAt;
  let sshUrl: string;

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin);
    [dev, guest] = [await newMember(admin, project, 'developer'), await newMember(admin, project, 'guest')];
    stranger = await newUser(admin);
    repository = await newRepository(admin, project);
    sshUrl = String((await must(admin.api.get(repository.path))).ssh_url);
  });

  const at = (person: Person, url = repository.url) => LfsWire.of(url, person);
  const message = async (answer: Response): Promise<[number, string]> => {
    const body = (await answer.json()) as { message: string; request_id: string };
    expect(answer.headers.get('content-type')).toBe('application/vnd.git-lfs+json');
    expect(answer.headers.get('x-request-id')).toBe(body.request_id);
    return [answer.status, body.message];
  };

  it('come and go by whoever may write and read', async () => {
    const [line] = (await at(dev).batch('upload', { oid, size })).objects;
    expect(Object.keys(line.actions ?? {})).toEqual(['upload', 'verify']);
    const upload = line.actions?.upload.href ?? '';
    expect(upload).toBe(`${repository.url}/info/lfs/objects/${oid}/${size}`);
    expect(await message(await at(guest).ask('PUT', upload, content))).toEqual([
      403,
      'you may read this repository, but not push to it',
    ]);
    const wrong = Buffer.concat([content.subarray(1), Buffer.of(0)]);
    expect((await message(await at(dev).put(wrong, { oid, size })))[0]).toBe(422);
    expect((await message(await at(guest).get(oid)))[0]).toBe(404);
    expect((await at(dev).put(content)).status).toBe(200);
    expect((await at(dev).ask('POST', 'verify', { oid, size })).status).toBe(200);
    expect((await at(dev).batch('upload', { oid, size })).objects).toEqual([{ oid, size }]);
    const [found] = (await at(guest).batch('download', { oid, size })).objects;
    const whole = await at(guest).ask('GET', found.actions?.download.href ?? '');
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const rest = await at(guest).get(oid, { range: `bytes=200000-` });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 200000-299999/${size}`]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(200_000))).toBe(true);
    const head = await at(guest).ask('HEAD', `objects/${oid}`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
  });

  it('are hidden from all others, and answered in the words of LFS', async () => {
    expect(await message(await new LfsWire(repository.url, undefined).get(oid))).toEqual([
      401,
      'credentials required',
    ]);
    expect((await message(await at(stranger).get(oid)))[0]).toBe(404);
    expect((await message(await at(await newCompany()).get(oid)))[0]).toBe(401);
    expect((await at(guest).batch('upload', { oid: '0'.repeat(64), size: 1 })).status).toBe(403);
    expect((await message(await at(guest).ask('POST', 'objects/batch', Buffer.from('{}'))))[0]).toBe(415);
    // Who knows the name of an object does not get it by another repository.
    const other = await newRepository(admin, project);
    expect((await at(dev, other.url).get(oid)).status).toBe(404);
    expect((await at(dev, other.url).batch('download', { oid, size })).objects[0].error?.code).toBe(404);
    expect((await at(dev, other.url).batch('upload', { oid, size })).objects[0].actions).toBeDefined();
  });

  it('are in the forks that are made afterwards, and count as stored', async () => {
    const fork = await must(
      admin.api.post(`${repository.path}/actions/fork`, { project: project.id, id: unique('fork') }),
      201,
    );
    const late = randomBytes(1_000);
    await at(dev).put(late);
    const url = String(fork.http_url);
    expect((await at(dev, url).get(oid)).status).toBe(200);
    expect((await at(dev, url).get(lfsObject(late).oid)).status).toBe(404);
    expect(Number(fork.storage_used)).toBeGreaterThan(size);
    const limited = await newRepository(admin, project, 'git', { storage_limit: 200_000 });
    expect(await message(await at(dev, limited.url).put(content))).toEqual([
      507,
      'the storage limit of the repository is reached (200000 bytes)',
    ]);
    expect((await at(dev, limited.url).put(late)).status).toBe(200);
    expect((await at(dev, limited.url).get(oid)).status).toBe(404);
    await must(admin.api.delete(limited.path), 200);
    expect((await at(dev, `${limited.url}-1`).put(late)).status).toBe(403);
    expect((await at(dev, `${limited.url}-1`).get(lfsObject(late).oid)).status).toBe(200);
  });

  it('can be locked: one holds a path, and a project admin takes a lock away', async () => {
    const lock = async (who: Person, path: string) => {
      const answer = await at(who).ask('POST', 'locks', { path });
      const body = (await answer.json()) as { lock: { id: string; owner: { name: string } } };
      return { status: answer.status, ...body };
    };
    const unlock = (who: Person, id: string, force = false) =>
      at(who).ask('POST', `locks/${id}/unlock`, { force });
    const mine = await lock(dev, 'a/b.psd');
    expect([mine.status, mine.lock.owner.name]).toEqual([201, dev.id]);
    expect(await lock(admin, 'a/b.psd')).toMatchObject({ status: 409, lock: mine.lock });
    expect((await at(guest).ask('POST', 'locks', { path: 'c' })).status).toBe(403);
    expect(await (await at(guest).ask('GET', 'locks')).json()).toEqual({ locks: [mine.lock] });
    expect(await (await at(admin).ask('POST', 'locks/verify', {})).json()).toEqual({
      ours: [],
      theirs: [mine.lock],
    });
    const other = await newMember(admin, project, 'developer');
    expect((await unlock(other, mine.lock.id, true)).status).toBe(403);
    expect((await unlock(admin, mine.lock.id)).status).toBe(403);
    expect((await unlock(admin, mine.lock.id, true)).status).toBe(200);
    expect((await unlock(admin, mine.lock.id, true)).status).toBe(404);
    const events = await must(admin.api.get(`/audit_events?operation=path_lock.create,path_lock.delete`));
    expect(events.results.map(({ operation, detail }) => [operation, detail])).toEqual([
      ['path_lock.delete', { path: 'a/b.psd', holder: dev.id }],
      ['path_lock.create', { path: 'a/b.psd' }],
    ]);
  });

  it('open by a token over SSH, which is worth what its key is worth', async () => {
    const machine = await SshClient.of(dev);
    const { pathname } = new URL(sshUrl);
    const token = async (operation: string): Promise<LfsWire> => {
      const { status, stdout, output } = await machine.ssh(
        sshUrl,
        'git-lfs-authenticate',
        pathname,
        operation,
      );
      if (status !== 0) throw new Error(output);
      const told = JSON.parse(stdout) as {
        href: string;
        header: { Authorization: string };
        expires_in: number;
      };
      expect([told.href, told.expires_in]).toEqual([`${repository.url}/info/lfs`, 3_600]);
      return new LfsWire(repository.url, told.header.Authorization);
    };
    const [reading, writing] = [await token('download'), await token('upload')];
    const fresh = randomBytes(2_000);
    const [line] = (await writing.batch('upload', lfsObject(fresh))).objects;
    expect(line.actions?.upload.header).toEqual({ Authorization: writing.authorization });
    expect((await writing.put(fresh)).status).toBe(200);
    expect((await reading.get(lfsObject(fresh).oid)).status).toBe(200);
    expect((await reading.put(randomBytes(9))).status).toBe(403);
    expect((await reading.batch('upload', lfsObject(fresh))).status).toBe(403);
    expect((await writing.get(lfsObject(fresh).oid)).status).toBe(403);
    expect((await writing.batch('download', lfsObject(fresh))).status).toBe(403);
    const elsewhere = await newRepository(admin, project);
    expect((await new LfsWire(elsewhere.url, writing.authorization).put(fresh)).status).toBe(403);
    const refs = `${repository.url}/info/refs?service=git-upload-pack`;
    expect((await writing.ask('GET', refs)).status).toBe(403);
    expect(
      (await fetch(admin.base, { headers: { authorization: writing.authorization ?? '' } })).status,
    ).not.toBe(200);
    const { results } = await must(dev.api.get('/account/ssh_keys'));
    await must(dev.api.delete(`/account/ssh_keys/${results[0].id}`), 200);
    expect((await reading.get(oid)).status).toBe(401);
  });

  // Where setup could not obtain the programs: `tools/test` counts it as skipped, and CI takes that for a failure.
  (hasGitLfs ? it : it.skip)('are pushed and cloned by the stock client over both doors', async () => {
    const at = await newRepository(admin, project);
    const url = dev.in(at.url);
    const directory = await scratch();
    const [one, two] = [join(directory, 'one'), join(directory, 'two')];
    await mustLfs(directory, 'init', '-q', one);
    await mustLfs(one, 'lfs', 'install', '--local', '--skip-smudge');
    await writeFile(join(one, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    await writeFile(join(one, 'a.bin'), content);
    await mustLfs(one, 'add', '.');
    await mustLfs(one, 'commit', '-q', '-m', 'A large file');
    await mustLfs(one, 'remote', 'add', 'origin', url);
    await mustLfs(one, 'push', '-q', 'origin', 'main');
    expect(await mustLfs(one, 'cat-file', '-p', 'HEAD:a.bin')).toContain(`oid sha256:${oid}`);
    const machine = await SshClient.of(dev);
    await mustLfs(
      directory,
      ...machine.configuration,
      'clone',
      '-q',
      sshUrl.replace(repository.id, at.id),
      two,
    );
    expect((await readFile(join(two, 'a.bin'))).equals(content)).toBe(true);
    const changed = randomBytes(5_000);
    await writeFile(join(two, 'a.bin'), changed);
    await mustLfs(two, 'commit', '-q', '-a', '-m', 'Another');
    await mustLfs(two, 'lfs', 'install', '--local');
    const over = (...args: string[]) => lfsGit(two, ...machine.configuration, ...args);
    expect(await over('push', '-q', 'origin', 'main')).toMatchObject({ status: 0 });
    expect(await over('lfs', 'lock', 'a.bin')).toMatchObject({ status: 0 });
    expect((await lfsGit(one, 'lfs', 'locks')).output).toContain(`a.bin\t${dev.id}`);
    await mustLfs(one, 'lfs', 'install', '--local', '--force');
    await mustLfs(one, 'pull', '-q', 'origin', 'main');
    expect((await readFile(join(one, 'a.bin'))).equals(changed)).toBe(true);
    expect(await over('lfs', 'unlock', 'a.bin')).toMatchObject({ status: 0 });
  });
});
