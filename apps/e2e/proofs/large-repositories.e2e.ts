/** @alone Takes much of the disk and of memory. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { describeHg, HgCopy } from '../clients/hg.js';
import { enginePrograms, readProcess } from '../clients/processes.js';
import { SshClient } from '../clients/ssh.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

/** A minute for what takes seconds on a machine that has nothing else to do. */
const patience = 600_000;

describeHg('Large repositories of Mercurial', () => {
  let admin: Person;
  const made = async (): Promise<RepositoryAt> => {
    admin = await companyAdmin();
    return newRepository(admin, await newProject(admin), 'mercurial');
  };

  it(
    'take a file of 100 MB over both doors in less than a GiB of memory, and say why one is too large',
    async () => {
      const repository = await made();
      const { ssh_url } = await must(admin.api.get(repository.path));
      const machine = await SshClient.of(admin);
      const overSsh = ['--ssh', ['ssh', ...machine.options].join(' '), String(ssh_url)];
      const copy = await HgCopy.make(join(await scratch(), 'copy'));
      const most = { mebibytes: 0 };
      const watch = setInterval(() => {
        for (const pid of enginePrograms(/hf_web|hf_ssh/)) {
          const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readProcess(String(pid), 'status')) ?? [];
          most.mebibytes = Math.max(most.mebibytes, Number(kilobytes) / 1024);
        }
      }, 100);
      try {
        for (const way of [[admin.in(repository.url)], overSsh]) {
          await writeFile(join(copy.directory, 'large'), randomBytes(100_000_000));
          await copy.must('commit', '-q', '-A', '-m', 'large', '-u', 'mia');
          await copy.must('push', '-q', ...way);
        }
        expect(most.mebibytes).toBeGreaterThan(100);
        expect(most.mebibytes).toBeLessThan(1_024);
        // Nothing but zeros: it is small until it is unpacked.
        const empty = await open(join(copy.directory, 'larger'), 'w');
        await empty.truncate(300_000_000);
        await empty.close();
        await copy.must('commit', '-q', '-A', '-m', 'larger', '-u', 'mia');
        for (const way of [[admin.in(repository.url)], overSsh]) {
          const { status, output } = await copy.hg('push', ...way);
          expect([status, output]).toEqual([
            255,
            expect.stringContaining('a version of a file is larger, unpacked'),
          ]);
        }
        expect(most.mebibytes).toBeLessThan(1_024);
      } finally {
        clearInterval(watch);
      }
    },
    patience,
  );
});

(hasSvn ? describe : describe.skip)('Large repositories of Subversion', () => {
  it(
    'are checked out ten times, 500 files one by one and a file of 60 MB, and nothing breaks off',
    async () => {
      const admin = await companyAdmin();
      const { url } = await newRepository(admin, await newProject(admin), 'subversion');
      const client = await SvnClient.of(admin);
      const directory = join(client.directory, 'source');
      for (let at = 0; at < 500; at += 1) {
        await mkdir(join(directory, `d${at % 20}`), { recursive: true });
        await writeFile(join(directory, `d${at % 20}/f${at}`), randomBytes(3_000).toString('base64'));
      }
      const large = randomBytes(60_000_000);
      await writeFile(join(directory, 'large'), large);
      await client.must(['import', '-q', '-m', 'all', directory, url]);
      const piecemeal = ['--config-option', 'servers:global:http-bulk-updates=no'];
      for (let left = 10; left > 0; left -= 2) {
        const copies = [`copy-${left}`, `copy-${left - 1}`];
        await Promise.all(copies.map((copy) => client.must(['checkout', '-q', ...piecemeal, url, copy])));
        for (const copy of copies)
          expect((await readFile(join(client.directory, copy, 'large'))).equals(large)).toBe(true);
      }
    },
    patience,
  );
});
