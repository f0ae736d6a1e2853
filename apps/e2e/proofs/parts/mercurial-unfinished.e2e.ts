import { existsSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { ChokedLine } from '../../clients/choked-line.js';
import { describeHg, hg, HgCopy, hgUntil } from '../../clients/hg.js';
import { dataOf } from '../../clients/installation.js';
import { SshClient } from '../../clients/ssh.js';
import { scratch } from '../../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../../world.js';

describeHg('A repository of Mercurial is in order', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let copy: HgCopy;
  let stored: string;
  let doors: { url: string; ssh: string[] }[];

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin), 'mercurial');
    const { ssh_url } = await must(admin.api.get(repository.path));
    const machine = await SshClient.of(admin);
    doors = [
      { url: admin.in(repository.url), ssh: [] },
      { url: String(ssh_url), ssh: ['--ssh', ['ssh', ...machine.options].join(' ')] },
    ];
    copy = await HgCopy.make(join(await scratch(), 'copy'));
    await copy.commit('a', 'a');
    await copy.must('push', '-q', doors[0].url);
    [stored] = dataOf('repository', `${repository.uuid}.mercurial`);
  });

  const tip = async () => (await must(admin.api.get(`${repository.path}/branches/default`))).commit;

  it('when a client is killed in the middle of a push, over both doors', async () => {
    const before = await tip();
    for (const { url, ssh } of doors) {
      const pushed = await copy.commit('large', randomBytes(3_000_000).toString('base64'));
      const line = await ChokedLine.to(url, 1_000_000);
      const killing = new AbortController();
      const push = hgUntil(killing.signal, copy.directory, 'push', '-q', ...ssh, line.over(url));
      expect(await Promise.race([line.full.then(() => 'in the middle'), push])).toBe('in the middle');
      killing.abort();
      await push;
      line.cut();
      expect(await tip()).toBe(before);
      expect((await admin.api.get(`${repository.path}/commits/${pushed}`)).status).toBe(404);
    }
    for (const { url, ssh } of doors) {
      const pushed = await copy.commit('small', url);
      await copy.must('push', '-q', ...ssh, url);
      expect(await tip()).toBe(pushed);
    }
    expect(await hg(stored, 'verify', '-q')).toMatchObject({ status: 0, output: '' });
  });

  it('with locks that a process on another machine has left', async () => {
    for (const { url, ssh } of doors) {
      for (const lock of ['wlock', 'store/lock'])
        await symlink('another-machine/f00:12', join(stored, '.hg', lock));
      const pushed = await copy.commit('locked', url);
      await copy.must('push', '-q', ...ssh, url);
      expect(await tip()).toBe(pushed);
    }
  });

  it('and does what our configuration says, whatever lies in its directory', async () => {
    const directory = await scratch();
    const [sign, extension] = [join(directory, 'sign'), join(directory, 'planted.py')];
    await writeFile(extension, `open(${JSON.stringify(sign)}, 'w').close()\n`);
    const hooks = ['pretxnopen', 'pretxnclose', 'incoming', 'outgoing', 'prelistkeys']
      .map((name) => `${name}.planted = touch ${sign}; exit 1\n`)
      .join('');
    const planted = `[hooks]\n${hooks}[extensions]\nplanted = ${extension}\n[web]\nallow-push =\n`;
    for (const name of ['hgrc', 'hgrc-not-shared']) await writeFile(join(stored, '.hg', name), planted);
    for (const { url, ssh } of doors) {
      const pushed = await copy.commit('planted', url);
      await copy.must('push', '-q', ...ssh, url);
      expect(await tip()).toBe(pushed);
    }
    expect(existsSync(sign)).toBe(false);
  });
});
