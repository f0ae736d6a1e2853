/** @apart Ends parts of the installation, and keeps them away. */
import { hasBucketServer } from '../../clients/bucket-server.js';
import { noSlowDisk, noSmallDisk } from '../../clients/mounted-disk.js';
import { noOtherClock } from '../../clients/other-clock.js';
import { fullDisk, slowDisk } from './bad-disks.js';
import { kills, restarts } from './ended-parts.js';
import { FaultReport } from './fault-report.js';
import { otherClocks } from './other-clocks.js';
import { bucketAway, partAway, slowLink } from './parts-away.js';

const report = new FaultReport();

/** `lacks`: why this machine cannot have it. */
interface Fault {
  lacks?: string | undefined;
  happen: () => Promise<void>;
}

const faults: Record<string, Fault> = {
  nats: { happen: () => partAway(report, 'nats') },
  postgres: { happen: () => partAway(report, 'postgres') },
  bucket: {
    lacks: hasBucketServer ? undefined : 'setup could not have a server of S3',
    happen: () => bucketAway(report),
  },
  kills: { happen: () => kills(report) },
  restarts: { happen: () => restarts(report) },
  delay: { happen: () => slowLink(report) },
  'slow-disk': { lacks: noSlowDisk, happen: () => slowDisk(report) },
  'full-disk': { lacks: noSmallDisk, happen: () => fullDisk(report) },
  clock: { lacks: noOtherClock, happen: () => otherClocks(report) },
};

/** What `tools/test faults` is asked for. */
const asked = process.env.HOLDFAST_TEST_FAULTS ?? 'all';

describe('Under pushes, commits and uploads nothing that was acknowledged is lost, faults are 503 or 507, and all goes on', () => {
  afterAll(() => report.write());

  for (const [name, { lacks, happen }] of Object.entries(faults)) {
    if (asked !== 'all' && asked !== name) continue;
    if (lacks !== undefined) report.skipped(name, lacks);
    (lacks === undefined ? it : it.skip)(`whatever happens to what it stands on: ${name}`, happen, 900_000);
  }
});
