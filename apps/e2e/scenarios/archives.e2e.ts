import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorization } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { run } from '../clients/program.js';
import { scratch } from '../scratch.js';
import { access } from '../system.js';
import {
  companyAdmin,
  newProject,
  newRepository,
  newUser,
  type Person,
  type RepositoryAt,
} from '../world.js';

describe('An archive of a commit', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let commit: string;
  let unpacked: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    copy = await WorkingCopy.make(await scratch());
    await writeFile(join(copy.directory, 'large.bin'), randomBytes(5_000_000));
    await writeFile(join(copy.directory, 'tool'), '#!/bin/sh\n');
    await chmod(join(copy.directory, 'tool'), 0o755);
    await symlink('docs/a b.txt', join(copy.directory, 'link'));
    await writeFile(join(copy.directory, '.gitattributes'), 'secret export-ignore\n');
    await writeFile(join(copy.directory, 'secret'), 'not in archives');
    await copy.must('add', '.');
    commit = await copy.commit('docs/a b.txt', 'Grüße\n');
    await copy.push(admin.in(repository.url), 'HEAD:refs/heads/main', 'HEAD:refs/heads/area/part');
    unpacked = await scratch();
    await mkdir(unpacked, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET', who = admin) =>
    fetch(`${access.api_url}${repository.path}/commits/${path}`, {
      method,
      headers: { authorization: authorization(who.keys), ...headers },
    });
  const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
  /** The paths in an archive, as the usual programs read them. */
  const namesIn = async (bytes: Buffer, format: string): Promise<string[]> => {
    const file = join(unpacked, `names.${format}`);
    await writeFile(file, bytes);
    const zip = `import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))`;
    const { stdout, status, output } = await (format === 'zip'
      ? run('python3', ['-c', zip, file], { cwd: unpacked })
      : run('tar', ['-tzf', file], { cwd: unpacked }));
    expect([status, output]).toEqual([0, expect.anything()]);
    return stdout.trim().split('\n').sort();
  };

  it.each(['tar.gz', 'zip'])('as %s has what git puts into one', async (format) => {
    const answer = await get(`main/archive?format=${format}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': format === 'zip' ? 'application/zip' : 'application/gzip',
      'content-disposition': `attachment; filename="${repository.id}-main.${format}"`,
      'cache-control': 'private, no-cache',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String) as string,
    });
    const names = await namesIn(await bytesOf(answer), format);
    const file = join(unpacked, `wanted.${format}`);
    await copy.must('archive', `--format=${format}`, '-o', file, commit);
    expect(names).toEqual(await namesIn(await readFile(file), format));
    expect(names.some((name) => name.includes('secret'))).toBe(false);
  });

  it('unpacks to the files of the commit, as they are', async () => {
    const file = join(unpacked, 'all.tar.gz');
    await writeFile(file, await bytesOf(await get('area%2Fpart/archive?prefix=core-1.0/')));
    expect((await run('tar', ['-xzf', file, '-C', unpacked], { cwd: unpacked })).status).toBe(0);
    const places = [copy.directory, join(unpacked, 'core-1.0')];
    const difference = await run('diff', ['-r', '-x', '.git', '-x', 'secret', ...places], { cwd: unpacked });
    expect([difference.status, difference.output]).toEqual([0, '']);
  });

  it('may be of a directory or a file, which keep their paths', async () => {
    const docs = await bytesOf(await get('main/archive?path=docs'));
    expect(await namesIn(docs, 'tar.gz')).toEqual(['docs/', 'docs/a b.txt']);
    const one = await bytesOf(await get('main/archive?format=zip&path=tool&prefix=x-'));
    expect(await namesIn(one, 'zip')).toEqual(['x-tool']);
  });

  it('is not sent to who has it, until references change, of which it may tell', async () => {
    const answer = await get(`${commit}/archive`);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const etag = answer.headers.get('etag') ?? '';
    await bytesOf(answer);
    const again = await get('main/archive', { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), (await bytesOf(again)).length]).toEqual([304, etag, 0]);
    expect((await get('main/archive?format=zip', { 'if-none-match': etag }, 'HEAD')).status).toBe(200);
    await copy.push(admin.in(repository.url), 'HEAD:refs/tags/later');
    expect((await get(`${commit}/archive`, { 'if-none-match': etag })).status).toBe(200);
    const refused = await get('main/archive', { 'if-match': '"other"' });
    expect([refused.status, await refused.json()]).toMatchObject([412, { api_status: 412 }]);
  });

  it('is made for others after clients that went away', async () => {
    for (let at = 0; at < 20; at += 1) {
      const leaving = new AbortController();
      const answer = await fetch(`${access.api_url}${repository.path}/commits/main/archive`, {
        headers: { authorization: authorization(admin.keys) },
        signal: leaving.signal,
      });
      await answer.body?.getReader().read();
      leaving.abort();
    }
    const answer = await get('main/archive');
    expect(await namesIn(await bytesOf(answer), 'tar.gz')).toContain('large.bin');
  });

  it('is refused in the envelope of the API', async () => {
    const refusals: [string, number, object?][] = [
      ['none/archive', 404],
      ['main:docs/archive', 404],
      ['main/archive?path=none', 404],
      ['main/archive?path=../x', 404],
      ['main/archive?path=--output=/tmp/x', 404],
      ['main/archive?format=tar', 422, { format: { invalid: true } }],
      ['main/archive?prefix=../x/', 422, { prefix: { invalid: true } }],
      ['main/archive?prefix=/etc/', 422, { prefix: { invalid: true } }],
      ['main/archive?prefix=x%0Ay/', 422, { prefix: { invalid: true } }],
      ['main/archive?prefix=%1B[2J/', 422, { prefix: { invalid: true } }],
      ['main/archive?prefix=%C2%85/', 422, { prefix: { invalid: true } }],
      ['main/archive?prefix=', 422],
    ];
    for (const [path, status, errors] of refusals) {
      const answer = await get(path);
      const body = (await answer.json()) as { api_errors?: object };
      expect([path, answer.status, errors && body.api_errors]).toEqual([path, status, errors]);
    }
    const outsider = await newUser(admin);
    expect((await get('main/archive', {}, 'GET', outsider)).status).toBe(404);
    expect((await get('main/archive?format=x', {}, 'GET', outsider)).status).toBe(404);
    expect((await get('main/archive', { authorization: 'svc' })).status).toBe(401);
  });
});
