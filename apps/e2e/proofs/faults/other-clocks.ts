import { setTimeout as sleep } from 'node:timers/promises';
import { ready } from '../../clients/installation.js';
import { operate } from '../../clients/operator.js';
import { OtherClock } from '../../clients/other-clock.js';
import type { ServiceProcess } from '../../clients/process-doors.js';
import { access } from '../../system.js';
import { companyAdmin } from '../../world.js';
import type { FaultLoad } from './fault-load.js';
import type { FaultReport } from './fault-report.js';
import { faultLasts, recoveryOfProcess, servedAgain, tryFault, type Happened } from './fault-trial.js';

/** Seconds; database, broker, clients and the programs that run engines have the right time. */
const off = 300;
const rounds: [ServiceProcess, number][][] = [
  [['gateway', off]],
  [['gateway', -off]],
  [
    ['identity', off],
    ['artifact', off],
  ],
  [
    ['identity', -off],
    ['artifact', -off],
  ],
];

const wordsOf = (round: (typeof rounds)[number]): string =>
  round.map(([part, seconds]) => `${part} ${seconds > 0 ? '+' : '−'}5 min`).join(', ');

/** Clocks of services are wrong. Who is served is so while they are. */
export const otherClocks = async (report: FaultReport): Promise<void> => {
  for (const round of rounds) {
    const clocks: OtherClock[] = [];
    const here = { admin: await companyAdmin(), site: access.site_url, operate };
    try {
      const happens = async (load: FaultLoad): Promise<Happened> => {
        for (const [part, seconds] of round) clocks.push(await OtherClock.of(part, seconds));
        const again = await servedAgain(load);
        await sleep(faultLasts);
        await load.more();
        return { how: `for ${faultLasts / 1000} s, from the start of the last on`, ...again };
      };
      const soon = { within: recoveryOfProcess };
      await tryFault(report, `clock: ${wordsOf(round)}`, here, happens, soon);
    } finally {
      for (const clock of clocks) await clock.end();
      await ready();
    }
  }
};
