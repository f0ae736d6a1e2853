import { readFileSync } from 'node:fs';
import { log } from '../observability/logger.js';

export interface BrokerLogin {
  user: string;
  password: string;
}

/** While a password is being replaced either of the two may be the one that is taken. */
export interface DatabasePassword {
  password: string;
  previous?: string;
}

/** What opens the doors of one process: `HOLDFAST_CREDENTIALS` names the file. */
export interface CredentialsFile {
  broker: BrokerLogin;
  /** Absent for processes without a schema. */
  database?: DatabasePassword;
}

/**
 * Answers what the file holds now: whoever opens a connection asks, so that a replaced password is used from the next
 * one on. A file that cannot be read is what it was before.
 * @throws Error where it could not be read at the first time
 */
export const credentialsIn = (file: string): (() => CredentialsFile) => {
  let known = read(file);
  return () => {
    try {
      known = read(file);
    } catch (error) {
      log.error({ err: error }, 'the credentials cannot be read again');
    }
    return known;
  };
};

/** @throws Error where the file has none: the process owns no schema */
export const databasePasswordIn = (file: string): (() => DatabasePassword) => {
  const credentials = credentialsIn(file);
  return () => {
    const { database } = credentials();
    if (!database) throw new Error(`${file} holds no password of a database`);
    return database;
  };
};

const read = (file: string): CredentialsFile => JSON.parse(readFileSync(file, 'utf8')) as CredentialsFile;
