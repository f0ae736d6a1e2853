import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ready } from '../../clients/installation.js';
import { eventually } from '../../scratch.js';
import { access } from '../../system.js';
import type { Person } from '../../world.js';
import { FaultLoad } from './fault-load.js';
import type { FaultReport } from './fault-report.js';

/** How long a fault lasts at least (ms). */
export const faultLasts = 10_000;
/** How soon after it the installation must be ready again (ms). */
const recovery = 2_000;
/** The same where a process has to start first, which takes a second or two of the processor while all work. */
export const recoveryOfProcess = 5_000;
/** How soon after it its last event has been told (ms). */
const telling = 30_000;

/** How many times as long a machine has that others keep busy: what is tried keeps two at work on each processor. */
const patience = (): number => Math.max(1, loadavg()[0] / (2 * availableParallelism()));

/** An installation on trial. */
export interface OnTrial {
  admin: Person;
  /** Where its gateway is. */
  site: string;
  /** Runs a command of its operator. */
  operate: (...words: string[]) => Promise<string>;
}

/** What a fault was like: `ready` and `served` as in its report. */
export interface Happened {
  how: string;
  ready: number;
  served: number;
}

/** Resolves when the installation is ready again and everybody served; from now on. */
export const servedAgain = async (
  load: FaultLoad,
  site = access.site_url,
): Promise<{ ready: number; served: number }> => {
  const from = Date.now();
  await ready(60_000, site);
  const isReady = Date.now() - from;
  await load.more();
  return { ready: isReady, served: Date.now() - from };
};

/** Resolves when no event waits any more. */
const allTold = (operate: OnTrial['operate']): Promise<boolean> =>
  eventually(async () => {
    const told = await operate('events', 'status', '--json').catch(() => undefined);
    if (told === undefined) return undefined;
    return (JSON.parse(told) as { waiting: number }[]).every(({ waiting }) => waiting === 0) || undefined;
  }, telling);

/**
 * Lets a fault happen while people work. Nothing that was acknowledged is lost, nobody is told of the fault but that he
 * should come again, and when, or that there is no room; and everybody is served soon after it. `isNoticed`: some are
 * told so at least. `within`: how soon it is ready again (ms).
 */
export const tryFault = async (
  report: FaultReport,
  fault: string,
  { admin, site, operate }: OnTrial,
  happens: (load: FaultLoad) => Promise<Happened>,
  { isNoticed = false, within = recovery } = {},
): Promise<void> => {
  const load = await FaultLoad.before(admin, site);
  let happened: Happened;
  try {
    await load.more();
    await sleep(2_000);
    happened = await happens(load);
  } catch (error) {
    report.failed(fault, error);
    throw error;
  } finally {
    await load.end();
  }
  const { seen: statuses, unanswered, faults, untold } = load.witness;
  const lost = await load.lost();
  report.add({ fault, ...happened, acknowledged: load.counts, lost, statuses, unanswered });
  expect({ fault, lost, faults, untold }).toEqual({ fault, lost: 0, faults: [], untold: 0 });
  if (isNoticed) expect((statuses.get(503) ?? 0) + (statuses.get(507) ?? 0)).toBeGreaterThan(0);
  expect(happened.ready).toBeLessThan(within * patience());
  await allTold(operate);
};
