import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientPrograms, home } from '../system.js';
import { until } from './installation.js';
import { commandOf, environmentOf, pidOf } from './part.js';
import type { ServiceProcess } from './process-doors.js';
import { endedPart } from './started-part.js';

/** Where setup puts libfaketime, by the kind of machine. */
const libraries = join(clientPrograms, 'faketime/usr/lib');
const library = existsSync(libraries)
  ? join(libraries, readdirSync(libraries)[0], 'faketime/libfaketime.so.1')
  : undefined;

/** What shows a process a clock that is so many seconds ahead, and leaves alone that by which it waits. */
const clock = (seconds: number): Record<string, string> => ({
  ...{ LD_PRELOAD: library ?? '', FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}` },
  ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' },
});

/** Why no process can be shown another clock here; undefined: it can. */
const missing = (): string | undefined => {
  if (library === undefined) return 'setup could not have libfaketime';
  const look = `const from = performance.now();
setTimeout(() => console.log(JSON.stringify([Date.now(), performance.now() - from])), 200)`;
  const { stdout } = spawnSync(process.execPath, ['-e', look], {
    ...{ env: clock(3_600), encoding: 'utf8', timeout: 10_000 },
  });
  const [shown = 0, waited = 0] = stdout ? (JSON.parse(stdout) as number[]) : [];
  const isAhead = Math.abs(shown - Date.now() - 3_600_000) < 60_000;
  return isAhead && waited > 150 && waited < 5_000 ? undefined : 'libfaketime does not work with Node here';
};
export const noOtherClock = missing();

const runs = (pid: number): boolean => existsSync(`/proc/${pid}/cwd`);

/** Names this process as `tools/dev` does, in whose place nothing is started while it lives. */
const named = (): string => {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return JSON.stringify({ pid: process.pid, start, boot });
};

/** A service of the installation whose clock is wrong. */
export class OtherClock {
  private constructor(
    private readonly part: ServiceProcess,
    private readonly child: ChildProcess,
  ) {}

  /** Ends the service, and starts it anew so many seconds ahead. */
  static async of(part: ServiceProcess, seconds: number): Promise<OtherClock> {
    const [program, ...args] = commandOf(part);
    const env = { ...environmentOf(part), ...clock(seconds) };
    const own = pidOf(part);
    writeFileSync(placeOf(part), named());
    process.kill(own, 'SIGTERM');
    while (runs(own)) await sleep(10);
    const said = openSync(join(home, 'log', `${part}-other-clock.log`), 'a', 0o600);
    return new OtherClock(part, spawn(program, args, { env, cwd: home, stdio: ['ignore', said, said] }));
  }

  /** The service has the right clock again. */
  async end(): Promise<void> {
    await endedPart(this.child, 'SIGTERM');
    rmSync(placeOf(this.part), { force: true });
    await until(() => {
      try {
        return runs(pidOf(this.part));
      } catch {
        return false;
      }
    });
  }
}

const placeOf = (part: ServiceProcess): string => join(home, 'run', `${part}.stand-in`);
