import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJson, writePrivateJson } from './private-files.mjs';
import { isAlive, sessionOf, signal } from './process-identity.mjs';
import { stopPatience } from './stop-patience.mjs';

/** @import { Identity } from './process-identity.mjs' */

/** @param {string} file @returns {Identity | undefined} */
const identityIn = (file) => /** @type {Identity | undefined} */ (readJson(file));

/** Remembers a process, by what `identify` says of it. @param {string} file @param {Identity} identity */
export const writePidFile = (file, identity) => writePrivateJson(file, identity);

/** The process that the file names, if it still runs. @param {string} file */
export const livingProcess = (file) => {
  const identity = identityIn(file);
  return isAlive(identity) ? identity : undefined;
};

/** @param {Identity} identity @param {number} milliseconds */
const gone = async (identity, milliseconds) => {
  const deadline = Date.now() + milliseconds;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
};

/**
 * Ends one process: politely, after `patience` milliseconds by force, then whatever its session left behind.
 * Only the very process that `identity` names and its children are touched.
 * @param {Identity | undefined} identity
 * @param {{ polite?: NodeJS.Signals, patience?: number }} [options]
 */
export const endProcess = async (identity, { polite = 'SIGTERM', patience = 10_000 } = {}) => {
  if (isAlive(identity) && signal(identity.pid, polite) && !(await gone(identity, patience))) {
    signal(identity.pid, 'SIGKILL');
    await gone(identity, 5_000);
  }
  for (const pid of sessionOf(identity)) signal(pid, 'SIGKILL');
};

/** Names of the parts for which a pid file exists in the directory, supervisor excluded. @param {string} run */
export const recordedParts = (run) => {
  try {
    return readdirSync(run)
      .filter((name) => name.endsWith('.pid') && name !== 'supervisor.pid')
      .map((name) => name.slice(0, -'.pid'.length));
  } catch {
    return [];
  }
};

/**
 * Ends what an instance left running whose supervisor died. Services go first, then broker and database.
 * @param {string} run
 * @param {(line: string) => void} [log]
 * @param {{ part: number, database: number }} [patience] milliseconds for a part, and for the database
 */
export const endLeftovers = async (
  run,
  log = () => {},
  { part: usual, database } = stopPatience(undefined),
) => {
  const infrastructure = ['nats', 'postgres'];
  const parts = recordedParts(run);
  const ordered = [
    parts.filter((part) => !infrastructure.includes(part)),
    parts.filter((part) => part === 'nats'),
    parts.filter((part) => part === 'postgres'),
  ];
  for (const group of ordered)
    await Promise.all(
      group.map(async (part) => {
        const file = join(run, `${part}.pid`);
        const identity = identityIn(file);
        if (isAlive(identity)) log(`${part} (pid ${identity.pid}) was left running, stopping it`);
        const how =
          part === 'postgres'
            ? { polite: /** @type {const} */ ('SIGINT'), patience: database }
            : { patience: usual };
        await endProcess(identity, how);
        rmSync(file, { force: true });
      }),
    );
};
