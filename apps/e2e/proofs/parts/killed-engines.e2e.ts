/** @apart Ends the engines of Mercurial and Subversion. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../clients/api.js';
import { ChokedLine } from '../../clients/choked-line.js';
import { describeHg, HgCopy, mustHg } from '../../clients/hg.js';
import { dataOf } from '../../clients/installation.js';
import { operate } from '../../clients/operator.js';
import { enginePrograms } from '../../clients/processes.js';
import { SshClient } from '../../clients/ssh.js';
import { hasSvn, SvnClient } from '../../clients/svn.js';
import { eventually, scratch } from '../../scratch.js';
import { companyAdmin, newProject, newRepository } from '../../world.js';

const killAll = (pids: readonly number[]): void => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
};

/** Looks so closely that what comes is not gone again meanwhile. */
const seen = async <T>(look: () => T | undefined): Promise<T> => {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(1)) {
    const found = look();
    if (found !== undefined) return found;
  }
  throw new Error(`did not come: ${look.toString()}`);
};

const running = (words: RegExp) => (): number[] | undefined => {
  const pids = enginePrograms(words);
  return pids.length > 0 ? pids : undefined;
};

describeHg('The engine of Mercurial that is killed in a transaction', () => {
  it.each(['HTTP', 'SSH'])('has taken nothing, and needs nobody to go on: a push over %s', async (door) => {
    const admin = await companyAdmin();
    const repository = await newRepository(admin, await newProject(admin), 'mercurial');
    const directory = await scratch();
    const copy = await HgCopy.make(join(directory, 'copy'));
    const first = await copy.commit('a', 'a');
    await copy.must('push', '-q', admin.in(repository.url));
    const machine = await SshClient.of(admin);
    const { ssh_url } = await must(admin.api.get(repository.path));
    const way =
      door === 'HTTP'
        ? [admin.in(repository.url)]
        : ['--ssh', ['ssh', ...machine.options].join(' '), String(ssh_url)];
    const [stored] = dataOf('repository', `${repository.uuid}.mercurial`);
    const journal = join(stored, '.hg/store/journal');

    const second = await copy.commit('a', randomBytes(2_000_000).toString('hex'));
    const push = copy.hg('push', ...way);
    await seen(() => existsSync(journal) || undefined);
    killAll(enginePrograms(door === 'HTTP' ? /hf_web/ : /hf_ssh/));
    expect(existsSync(journal)).toBe(true);
    expect((await push).status).not.toBe(0);
    const tip = async () => (await must(admin.api.get(`${repository.path}/branches/default`))).commit;
    expect(await eventually(() => tip().catch(() => undefined))).toBe(first);
    await eventually(async () => (await copy.hg('push', '-q', ...way)).status === 0 || undefined);
    expect(await tip()).toBe(second);
    const clone = join(directory, 'clone');
    await mustHg(directory, 'clone', '-q', '-U', '--stream', admin.in(repository.url), clone);
    for (const each of [clone, stored]) expect(await mustHg(each, 'verify', '-q')).toBe('');
  });
});

(hasSvn ? describe : describe.skip)('The engine of Subversion that is killed in a commit', () => {
  it('has made no revision, and needs nobody to go on; the transaction goes when it is old', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project, 'subversion', { layout: true });
    const client = await SvnClient.of(admin);
    await writeFile(join(client.directory, 'large'), randomBytes(3_000_000));
    const line = await ChokedLine.to(repository.url, 1_000_000);
    const put = (url: string) => client.run('svnmucc', ['-m', 'x', '-U', url, 'put', 'large', 'trunk/large']);
    const cut = put(line.over(repository.url));
    await line.full;
    killAll(await seen(running(/apache2|httpd/)));
    line.cut();
    expect((await cut).status).toBe(1);
    await eventually(async () => (await put(repository.url)).status === 0 || undefined);
    expect(await client.must(['log', '-q', repository.url])).toMatch(/^-+\nr2 .*\n-+\nr1 .*\n-+\n$/);

    const [stored] = dataOf('repository', `${repository.uuid}.subversion`);
    const transactions = join(stored, 'db/transactions');
    const [dead, ...others] = await readdir(transactions);
    expect([dead, others]).toEqual([expect.stringMatching(/\.txn$/), []]);
    const old = Date.now() / 1000 - 2 * 24 * 60 * 60;
    for (const name of await readdir(join(transactions, dead)))
      await utimes(join(transactions, dead, name), old, old);
    await utimes(join(transactions, dead), old, old);
    await operate('repository', 'maintain', `${admin.company}/${project.id}/${repository.id}`, '--wait');
    expect(await readdir(transactions)).toEqual([]);
  });
});
