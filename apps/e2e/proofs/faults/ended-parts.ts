import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Crashing } from '../../clients/installation.js';
import { operate } from '../../clients/operator.js';
import { pidOf } from '../../clients/part.js';
import { byteProcess } from '../../clients/processes.js';
import { access } from '../../system.js';
import { companyAdmin } from '../../world.js';
import type { FaultLoad } from './fault-load.js';
import type { FaultReport } from './fault-report.js';
import { recoveryOfProcess, servedAgain, tryFault, type Happened } from './fault-trial.js';

const pidNow = (part: Crashing): number => (part === 'byte process' ? byteProcess() : pidOf(part));

/** The database takes another signal for one that ends it in order. */
const inOrder = (part: Crashing): NodeJS.Signals => (part === 'postgres' ? 'SIGINT' : 'SIGTERM');

/** Ends one after the other, each when all were served after the one before. Answers the longest times. */
const inTurn = async (
  load: FaultLoad,
  parts: readonly Crashing[],
  signalOf: (part: Crashing) => NodeJS.Signals,
): Promise<Happened> => {
  const times: { part: Crashing; ready: number; served: number }[] = [];
  for (const part of parts) {
    const pid = pidNow(part);
    process.kill(pid, signalOf(part));
    while (existsSync(`/proc/${pid}/cwd`)) await sleep(10);
    times.push({ part, ...(await servedAgain(load)) });
    await sleep(1_000);
  }
  const [ready, served] = (['ready', 'served'] as const).map((which) =>
    Math.max(...times.map((each) => each[which])),
  );
  const how = times.map((each) => `${each.part} ${(each.ready / 1000).toFixed(1)} s`).join(', ');
  return { how: `ready after the end of ${how}`, ready, served };
};

const services = ['identity', 'repository', 'artifact', 'gateway'] as const;

/** Each process is killed. */
export const kills = async (report: FaultReport): Promise<void> => {
  const parts: Crashing[] = [...services, 'byte process', 'nats', 'postgres'];
  const here = { admin: await companyAdmin(), site: access.site_url, operate };
  await tryFault(report, 'kill -9 of each process', here, (load) => inTurn(load, parts, () => 'SIGKILL'), {
    within: recoveryOfProcess,
  });
};

/** Each process is told to end, and started again. */
export const restarts = async (report: FaultReport): Promise<void> => {
  const parts: Crashing[] = [...services, 'nats', 'postgres'];
  const here = { admin: await companyAdmin(), site: access.site_url, operate };
  await tryFault(report, 'restart of each process', here, (load) => inTurn(load, parts, inOrder), {
    within: recoveryOfProcess,
  });
};
