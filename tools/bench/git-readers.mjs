import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../system/complaint.mjs';
import { nodegit } from '../system/setup/nodegit.mjs';

/** @import { Bench } from './bench.mjs' */

/**
 * Reads a repository on the disk by both implementations of `GitReader`, in processes of their own, as the byte process
 * does.
 * @param {Bench} bench
 */
export const gitReaders = (bench) =>
  bench.once('git readers', async () => {
    const { GitProcesses } = await import('../../libs/vcs/git/dist/process/git-processes.js');
    const { ChosenReader } = await import('../../libs/vcs/git/dist/nodegit/chosen-reader.js');
    const mark = join(bench.directory, 'readers');
    mkdirSync(mark, { recursive: true });
    const processes = new GitProcesses({ mark, path: process.env.PATH ?? '/usr/bin:/bin' });
    const stock = new ChosenReader(processes);
    const chosen = new ChosenReader(processes, nodegit);
    chosen.start();
    await chosen.awake;
    if (chosen.problem !== undefined) throw new Complaint(chosen.problem);
    bench.endings.push(async () => {
      for (const each of [stock, chosen]) each.close();
      await processes.stop();
    });
    return { stock: stock.reader, nodegit: chosen.reader };
  });

/** For somebody who waits. */
export const awaited = () => ({
  owner: { company: 'bench', account: 'bench' },
  deadline: Date.now() + 30_000,
});
