import type { Installation } from '../installation/installation.js';
import { connectTo } from './connection.js';

/** Whoever has it makes the backup; it goes with the connection, whatever ends that. */
const lock = "select pg_try_advisory_lock(hashtextextended('holdfast:backup:maker', 0)) as got";

/** Which database it is: a copy of one on another server has another name. */
const name = `
  select s.system_identifier::text || '.' || d.oid::text as name
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
 */
export const asSoleMaker = async <T>(
  installation: Installation,
  work: (maker: SoleMaker) => Promise<T>,
): Promise<T> => {
  const client = await connectTo(installation, 'identity');
  try {
    const { rows: got } = await client.query<{ got: boolean }>(lock);
    const { rows: names } = await client.query<{ name: string }>(name);
    const check = async (): Promise<void> => void (await client.query('select'));
    return await work({ database: got[0].got ? names.at(0)?.name : undefined, check });
  } finally {
    await client.end();
  }
};
