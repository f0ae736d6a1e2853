import { isAbsolute } from 'node:path';

export interface RepositoryEnv {
  natsUrl: string;
  databaseUrl: string;
  /** The file with the passwords of this process; absent: they stand in the two URLs. */
  credentials?: string;
  /** Absolute directory of the version control data of this storage node. */
  data: string;
  /** The storage node's name, a token of broker subjects. */
  node: string;
  siteUrl: string;
  vendor: string;
  /** The port of the SSH door as people see it. */
  sshPort: number;
  logLevel: string;
  /** Bytes of what one fetch asks, unpacked. */
  fetchRequest: number;
  /** References that one push may change. */
  pushCommands: number;
  /** Bytes of data of the byte process and of each program that it runs, and of each that takes a push in. */
  gitMemory: number;
  pushMemory: number;
  /** Bytes of the objects of one push, unpacked. */
  pushUnpacked: number;
  /** The search path for the programs of the version control kinds. */
  path?: string;
}

/** The only reader of this process's environment. */
export const repositoryEnv = (env: NodeJS.ProcessEnv = process.env): RepositoryEnv => {
  const node = env.HOLDFAST_NODE ?? 'node-1';
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(node))
    throw new Error('HOLDFAST_NODE: 1 to 64 letters, digits, hyphens or underscores');
  const data = required(env, 'HOLDFAST_DATA');
  if (!isAbsolute(data)) throw new Error('HOLDFAST_DATA: an absolute directory');
  const sshPort = Number(env.HOLDFAST_SSH_PORT ?? 2222);
  if (!Number.isInteger(sshPort) || sshPort < 0 || sshPort > 65535)
    throw new Error('HOLDFAST_SSH_PORT: a port number');
  return {
    natsUrl: env.NATS_URL ?? 'nats://127.0.0.1:4222',
    databaseUrl: required(env, 'DATABASE_URL'),
    ...(env.HOLDFAST_CREDENTIALS ? { credentials: env.HOLDFAST_CREDENTIALS } : {}),
    data,
    node,
    siteUrl: (env.HOLDFAST_SITE_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
    vendor: env.HOLDFAST_VENDOR ?? 'svc',
    sshPort,
    logLevel: env.HOLDFAST_LOG_LEVEL ?? 'info',
    fetchRequest: bytes(env.HOLDFAST_FETCH_REQUEST ?? '16M', 'HOLDFAST_FETCH_REQUEST', 1 << 20),
    pushCommands: count(env.HOLDFAST_PUSH_COMMANDS ?? '50000', 'HOLDFAST_PUSH_COMMANDS'),
    gitMemory: bytes(env.HOLDFAST_GIT_MEMORY ?? '2G', 'HOLDFAST_GIT_MEMORY', 512 << 20),
    pushMemory: bytes(env.HOLDFAST_PUSH_MEMORY ?? '256M', 'HOLDFAST_PUSH_MEMORY', 64 << 20),
    pushUnpacked: bytes(env.HOLDFAST_PUSH_UNPACKED ?? '64G', 'HOLDFAST_PUSH_UNPACKED'),
    ...(env.PATH ? { path: env.PATH } : {}),
  };
};

const count = (text: string, name: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${name}: a number from 1 to 9999999`);
  return Number(text);
};

const units: Record<string, number> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

const bytes = (text: string, name: string, least = 1): number => {
  const [, digits, unit = ''] = /^(\d{1,12})([KMGT]?)$/.exec(text) ?? [];
  const value = Number(digits) * units[unit];
  if (!(value >= least))
    throw new Error(`${name}: a number of bytes, or one with K, M, G or T, not below ${least}`);
  return value;
};

const required = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};
