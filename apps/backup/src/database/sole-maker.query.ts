import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation/installation.js';
import { connectTo } from './connection.js';

/** Whoever has it makes the backup; it goes with the connection, whatever ends that. */
const lock = "select pg_try_advisory_lock(hashtextextended('holdfast:backup:maker', 0)) as got";

/** Whoever makes a backup has a share in it, and whoever restores has it alone. */
const shareOfRestore =
  "select pg_try_advisory_lock_shared(hashtextextended('holdfast:backup:restore', 0)) as got";
const wholeOfRestore = "select pg_try_advisory_lock(hashtextextended('holdfast:backup:restore', 0)) as got";

/** So long a restore waits for who makes a backup (ms). */
const patience = 1_800_000;
const pause = 1_000;

/**
 * Which database it is, as long as its server runs: a copy of one, of its files too, has another name. Who held a lock
 * in a server that has started again may still be at work.
 */
const name = `
  select s.system_identifier::text || '.' || d.oid::text || '.' ||
         extract(epoch from pg_postmaster_start_time())::text as name
    from pg_control_system() s, pg_database d where d.datname = current_database()`;

/** Who makes a backup. */
export interface SoleMaker {
  /** The name of the database in which nobody else does; undefined: somebody else makes one. */
  database: string | undefined;
  /** @throws Error where the connection is lost, so that somebody else may be at it by now */
  check: () => Promise<void>;
}

/**
 * Does work that nobody else does with this database: a backup that was killed, on whichever machine, holds nothing any
 * more.
 * @throws Error where a restore goes on
 */
export const asSoleMaker = async <T>(
  installation: Installation,
  work: (maker: SoleMaker) => Promise<T>,
): Promise<T> => {
  const client = await connectTo(installation, 'identity');
  try {
    const { rows: free } = await client.query<{ got: boolean }>(shareOfRestore);
    if (!free[0].got) throw new Error('a restore goes on: no backup is made meanwhile');
    const { rows: got } = await client.query<{ got: boolean }>(lock);
    const { rows: names } = await client.query<{ name: string }>(name);
    const check = async (): Promise<void> => void (await client.query('select'));
    return await work({ database: got[0].got ? names.at(0)?.name : undefined, check });
  } finally {
    await client.end();
  }
};

/**
 * Does work while nobody makes a backup of this database, nor restores into it. @throws Error where somebody does for
 * long
 */
export const asSoleRestorer = async <T>(
  installation: Installation,
  tell: (line: string) => void,
  work: () => Promise<T>,
  most = patience,
): Promise<T> => {
  const client = await connectTo(installation, 'identity');
  try {
    const until = Date.now() + most;
    for (let told = false; ; told = true) {
      const { rows } = await client.query<{ got: boolean }>(wholeOfRestore);
      if (rows[0].got) break;
      if (Date.now() > until) throw new Error('a backup is being made, or another restore goes on: end that');
      if (!told) tell('waits for the end of a backup, or of another restore');
      await sleep(pause);
    }
    return await work();
  } finally {
    await client.end();
  }
};
