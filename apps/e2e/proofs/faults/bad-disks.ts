import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MountedDisk } from '../../clients/mounted-disk.js';
import { OwnInstallation } from '../../clients/own-installation.js';
import type { FaultReport } from './fault-report.js';
import { faultLasts, servedAgain, tryFault, type OnTrial } from './fault-trial.js';

/** Has an installation with all that it keeps on that disk. */
const on = async (disk: MountedDisk, work: (there: OnTrial) => Promise<void>): Promise<void> => {
  try {
    const installation = await OwnInstallation.make({}, join(disk.directory, 'home'));
    try {
      await installation.must('up', '--detach');
      await work(await installation.onTrial());
    } finally {
      await installation.run('down');
    }
  } finally {
    await disk.remove();
  }
};

/** Requests and bytes in a second of the slow disk: an old one that others use as well. */
const slow = { read_iops: 40, write_iops: 40, read_bps: 2 ** 20, write_bps: 2 ** 20 };

/** The disk of repositories, artifacts, database and broker becomes slow. */
export const slowDisk = async (report: FaultReport): Promise<void> => {
  const disk = await MountedDisk.slowable(4_096);
  await on(disk, (there) =>
    tryFault(report, 'slow disk', there, async (load) => {
      const before = await disk.delay();
      disk.setSpeed(slow);
      let during: number;
      try {
        await sleep(faultLasts / 2);
        during = await disk.delay();
        await sleep(faultLasts / 2);
      } finally {
        disk.setSpeed();
      }
      const how = `for at least ${faultLasts / 1000} s, a sync takes ${during.toFixed(0)} ms instead of ${before.toFixed(0)}`;
      return { how, ...(await servedAgain(load, there.site)) };
    }),
  );
};

/** Somebody else takes all that is left of the same disk, the reserve included. */
export const fullDisk = async (report: FaultReport): Promise<void> => {
  const disk = await MountedDisk.small(1_024);
  await on(disk, (there) =>
    tryFault(
      report,
      'full disk',
      there,
      async (load) => {
        for (const end = Date.now() + faultLasts; Date.now() < end; await sleep(100)) await disk.fill();
        await disk.empty();
        const how = `without a free byte for ${faultLasts / 1000} s`;
        return { how, ...(await servedAgain(load, there.site)) };
      },
      { isNoticed: true },
    ),
  );
};
