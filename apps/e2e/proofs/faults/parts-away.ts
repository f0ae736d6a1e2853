import { setTimeout as sleep } from 'node:timers/promises';
import { BucketServer } from '../../clients/bucket-server.js';
import { operate } from '../../clients/operator.js';
import { heldDown } from '../../clients/outage.js';
import { OwnInstallation } from '../../clients/own-installation.js';
import { SecondGateway } from '../../clients/second-gateway.js';
import { access } from '../../system.js';
import { companyAdmin } from '../../world.js';
import type { FaultReport } from './fault-report.js';
import { faultLasts, servedAgain, tryFault } from './fault-trial.js';

const lasted = (milliseconds: number): string => `for ${(milliseconds / 1000).toFixed(1)} s`;

/** The broker or the database is away. */
export const partAway = async (report: FaultReport, part: 'nats' | 'postgres'): Promise<void> => {
  const here = { admin: await companyAdmin(), site: access.site_url, operate };
  await tryFault(
    report,
    `${part} away`,
    here,
    async (load) => ({ how: lasted(await heldDown(part, faultLasts)), ...(await servedAgain(load)) }),
    { isNoticed: true },
  );
};

/** Decisions take a slow link; bytes take none. */
export const slowLink = async (report: FaultReport): Promise<void> => {
  const gateway = await SecondGateway.start();
  try {
    gateway.link.slow(100);
    const here = { admin: await companyAdmin(), site: gateway.siteUrl, operate };
    await tryFault(report, '200 ms there and back between gateway and services', here, async (load) => {
      await sleep(faultLasts);
      return { how: lasted(faultLasts), ...(await servedAgain(load, gateway.siteUrl)) };
    });
  } finally {
    await gateway.stop();
  }
};

/** The bucket of the artifacts is away, and then there without a word. */
export const bucketAway = async (report: FaultReport): Promise<void> => {
  const bucket = await BucketServer.start();
  const settings = { ...BucketServer.credentials, HOLDFAST_BLOBS_URL: bucket.at('jars') };
  const installation = await OwnInstallation.make(settings);
  try {
    await installation.must('up', '--detach');
    const there = await installation.onTrial();
    await tryFault(
      report,
      'bucket away',
      there,
      async (load) => {
        const from = Date.now();
        await bucket.stop();
        await sleep(faultLasts);
        await bucket.begin();
        return { how: lasted(Date.now() - from), ...(await servedAgain(load, there.site)) };
      },
      { isNoticed: true },
    );
    await tryFault(report, 'bucket silent', there, async (load) => {
      bucket.pause();
      await sleep(faultLasts);
      bucket.resume();
      return { how: lasted(faultLasts), ...(await servedAgain(load, there.site)) };
    });
  } finally {
    await installation.run('down');
    await bucket.stop();
  }
};
