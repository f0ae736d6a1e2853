import { isAbsolute } from 'node:path';

/** The token under which the settings are injected. */
export const artifactEnv = Symbol('artifact.env');

/** Everything that the process takes from its environment; nothing else reads it. */
export interface ArtifactEnv {
  natsUrl: string;
  databaseUrl: string;
  /** The file with the passwords of this process; absent: they stand in the two URLs. */
  credentials?: string;
  /** Absolute directory of the blobs; replicas share it. */
  data: string;
  /** The most bytes that all files together may have; undefined: what the disk holds. */
  storageLimit?: number;
  logLevel: string;
}

const units: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

const required = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const bytes = (env: NodeJS.ProcessEnv, name: string): number | undefined => {
  const value = env[name];
  if (!value) return undefined;
  const match = /^(\d{1,12})([KMGT]?)$/.exec(value);
  if (!match) throw new Error(`${name} must be a number of bytes, or one with K, M, G or T`);
  return Number(match[1]) * units[match[2]];
};

export const readArtifactEnv = (env: NodeJS.ProcessEnv = process.env): ArtifactEnv => {
  const data = required(env, 'HOLDFAST_DATA');
  if (!isAbsolute(data)) throw new Error('HOLDFAST_DATA must be an absolute directory');
  return {
    natsUrl: required(env, 'NATS_URL'),
    databaseUrl: required(env, 'DATABASE_URL'),
    ...(env.HOLDFAST_CREDENTIALS ? { credentials: env.HOLDFAST_CREDENTIALS } : {}),
    data,
    storageLimit: bytes(env, 'HOLDFAST_STORAGE_LIMIT'),
    logLevel: env.HOLDFAST_LOG_LEVEL ?? 'info',
  };
};
