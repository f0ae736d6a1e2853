import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation/installation.js';
import { asOwner } from './connection.js';

/** As services name themselves (`defaultConnections` of the platform), in this database, by the role that asks. */
const connected = `
  select count(*)::int as count from pg_stat_activity
   where datname = current_database() and usename = current_user and application_name = $1`;

/** So long services are waited for that are only ending (ms). */
const patience = 1_800_000;
const pause = 1_000;
/** So long the database may take to start and to be prepared (ms). */
const startPatience = 120_000;
/** No server, or no name yet; it starts; the role, or its password, is not made yet. */
const starting: readonly unknown[] = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '28P01', '28000'],
  ...['EHOSTUNREACH', 'ETIMEDOUT'],
];
/** What pg says, without a code, where nobody answers at the address yet (`connectionTimeoutMillis`). */
const unanswered = 'timeout expired';

/**
 * Waits until no service is connected to the database: rows are replaced below it, and it would go on with what it
 * knows. @throws Error where one is for long
 */
export const untilServicesEnd = async (
  installation: Installation,
  tell: (line: string) => void,
  most = patience,
): Promise<void> => {
  const until = Date.now() + most;
  for (const { name } of installation.schemas) {
    await untilThere(installation, name, tell);
    await asOwner(installation, name, async (client) => {
      for (let told = false; ; told = true) {
        const { rows } = await client.query<{ count: number }>(connected, [`holdfast-${name}`]);
        if (rows[0].count === 0) return;
        if (Date.now() > until) throw new Error(`the ${name} service runs: stop all services`);
        if (!told) tell(`waits for the end of the ${name} service`);
        await sleep(pause);
      }
    });
  }
};

/** It may have been started together with this, and its roles may only be made. */
const untilThere = async (
  installation: Installation,
  schema: string,
  tell: (line: string) => void,
): Promise<void> => {
  const until = Date.now() + startPatience;
  for (let told = false; ; told = true)
    try {
      return await asOwner(installation, schema, () => Promise.resolve());
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (!(starting.includes(code) || message === unanswered) || Date.now() > until) throw error;
      if (!told) tell(`waits for the database: ${message || String(code)}`);
      await sleep(pause);
    }
};
