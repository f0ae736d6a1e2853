import { setTimeout as sleep } from 'node:timers/promises';
import { crash, ready, until, type Crashing } from './installation.js';
import { enginePrograms } from './processes.js';
import type { Persistent } from './persistent.js';

/** Programs of engines, by what stands in their command lines. */
const programs = {
  git: /^(?:\S*\/)?git /,
  'resident hg': /hf_web/,
  'hg of a conversation': /hf_ssh/,
  apache: /apache2|httpd/,
  svnserve: /^(?:\S*\/)?svnserve /,
};

/** What a test has started itself; resolves when it has ended it and started it again. */
export interface OwnVictim {
  name: string;
  again(): Promise<void>;
}

/** What can be ended at once, as a crash would. */
export type Victim = Crashing | keyof typeof programs | OwnVictim;

const isProgram = (victim: Exclude<Victim, OwnVictim>): victim is keyof typeof programs =>
  Object.hasOwn(programs, victim);

/** For so long is waited for a program that comes and goes (ms). */
const patience = 5_000;

const kill = async (victim: Victim): Promise<boolean> => {
  if (typeof victim === 'object') {
    await victim.again();
    return true;
  }
  if (!isProgram(victim)) {
    crash(victim);
    return true;
  }
  for (const end = Date.now() + patience; Date.now() < end; await sleep(5)) {
    const found = enginePrograms(programs[victim]);
    if (found.length === 0) continue;
    process.kill(found[Math.floor(Math.random() * found.length)], 'SIGKILL');
    return true;
  }
  return false;
};

/** Whether it could be ended: it may be starting again just now. */
export const killed = (victim: Victim): Promise<boolean> => kill(victim).catch(() => false);

const asked = process.env.HOLDFAST_TEST_KILLS;
/** So much is acknowledged of each kind while things are ended; `tools/test kills` says how much, and ends more. */
export const manyKills = Number(asked ?? 3);
/** Each of them is ended so often at least: who writes fast would be done before. */
const leastDeaths = Math.ceil(manyKills / 20);
/** All of these in `tools/test kills`, otherwise the first. */
export const victims = (...all: [Victim, ...Victim[]]): Victim[] => (asked ? all : all.slice(0, 1));
/** So long things live at most before the next one is ended (ms). */
const longestPause = asked ? 4_000 : 1_000;
/** How long a series may take (ms). */
export const seriesPatience = 240_000 + manyKills * 20_000;

/** Who is at work while things are ended. */
interface AtWork {
  writers: readonly Persistent[];
  beside?: readonly Persistent[];
  /** What was cut off may be put off for minutes: nobody waits for them. */
  patient?: readonly Persistent[];
}

/**
 * Ends these in turn, at random moments, while writers are at work, and others beside them, until so much of what the
 * writers do is acknowledged and each victim has died often enough; goes on until everybody else than the patient has
 * one more.
 */
export const killAmid = async (
  dying: readonly Victim[],
  { writers, beside = [], patient = [] }: AtWork,
  many: number,
): Promise<void> => {
  const deaths = new Map<Victim, number>(dying.map((victim) => [victim, 0]));
  const all = [...writers, ...beside];
  const acknowledged = (): number => writers.reduce((sum, each) => sum + each.acknowledged.length, 0);
  let failure: unknown;
  let going = true;
  const work = Promise.all([...all, ...patient].map((each) => each.while(() => going)));
  work.catch((error: unknown) => (failure = error));
  const mustGoOn = (): void => {
    if (failure !== undefined) throw failure as Error;
  };
  try {
    for (let turn = 0; acknowledged() < many || Math.min(...deaths.values()) < leastDeaths; turn += 1) {
      const before = acknowledged();
      await sleep(Math.random() * longestPause);
      const victim = dying[turn % dying.length];
      if (await killed(victim)) deaths.set(victim, (deaths.get(victim) ?? 0) + 1);
      mustGoOn();
      // Sometimes the next one dies before this one is back.
      if (turn % 3 === 0) continue;
      await ready();
      await until(() => failure !== undefined || acknowledged() > before, 60_000);
    }
    await ready();
    const counts = all.map((each) => each.acknowledged.length);
    const hasMore = (): boolean => all.every((each, at) => each.acknowledged.length > counts[at]);
    await until(() => failure !== undefined || hasMore(), 90_000);
  } finally {
    going = false;
    await work;
  }
  const nameOf = (victim: Victim): string => (typeof victim === 'object' ? victim.name : victim);
  const ended = [...deaths].map(([victim, count]) => `${count} × ${nameOf(victim)}`).join(', ');
  process.stderr.write(`${acknowledged()} acknowledged while these died: ${ended}\n`);
};
