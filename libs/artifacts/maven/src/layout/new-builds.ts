import { snapshotFileOf } from './layout.js';

/**
 * The highest build that may be deployed. Maven counts in an int; it is never told to count on from this one, whose
 * next would be refused.
 */
export const highestBuild = 2_147_483_646n;

/** So far clocks may go ahead, and zones of those that do not write UTC. */
const mostAhead = 24 * 60 * 60_000;

/** `yyyyMMdd.HHmmss` in milliseconds; undefined if there is no such time. */
const timeOf = (timestamp: string): number | undefined => {
  const text = timestamp.replace(/^(....)(..)(..)\.(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6.000Z');
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time.getTime() : undefined;
};

/** Maven 4 looks for it in each repository, and takes nothing from there whose path begins otherwise than it says. */
const prefixes = '.meta/prefixes.txt';

/**
 * Why no new file of this name is stored: one line of ASCII. Undefined: one may be. The newest build is that of the
 * latest timestamp: one that is ahead would be served in place of all that come after it.
 */
export const refusedAsNew = (path: string, now: Date): string | undefined => {
  if (path === prefixes || path.startsWith(`${prefixes}/`))
    return `${prefixes} is not stored: Maven 4 would take nothing from here but what it lists`;
  const { timestamp, build, value = '' } = snapshotFileOf(path) ?? {};
  if (timestamp === undefined || build === undefined) return undefined;
  // No client writes them, and builds 7 and 07 would be one to all who compare numbers.
  if (/-0\d+$/.test(value)) return 'the build number of a SNAPSHOT file has no leading zeros';
  if (build > highestBuild) return `the build number of a SNAPSHOT file is at most ${highestBuild}`;
  const time = timeOf(timestamp);
  if (time === undefined) return `the timestamp ${timestamp} of the SNAPSHOT file is no time`;
  return time > now.getTime() + mostAhead
    ? `the timestamp ${timestamp} (UTC) of the SNAPSHOT file is more than a day ahead: look at the clock`
    : undefined;
};
