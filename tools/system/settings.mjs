import { join, resolve } from 'node:path';
import { Complaint } from './complaint.mjs';
import { checkout } from './paths.mjs';

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} fallback */
const port = (env, name, fallback) => {
  const value = env[name] || String(fallback);
  if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65535)
    throw new Complaint(`${name} is "${value}": a port from 1 to 65535 is needed`);
  return Number(value);
};

/**
 * The most servers that may keep each event of a broker of one's own: three, where nothing is said.
 * @param {NodeJS.ProcessEnv} env
 */
const brokerCopies = ({ HOLDFAST_NATS_COPIES: copies }) => {
  if (copies && !/^[1-5]$/.test(copies))
    throw new Complaint(`HOLDFAST_NATS_COPIES is "${copies}": a number from 1 to 5 is needed`);
  return Math.max(3, Number(copies || 0));
};

/** @param {string} host */
const bracketed = (host) => (host.includes(':') ? `[${host}]` : host);

/** @type {Record<string, string>} */
const loopback = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** An address that clients on this machine can use for a door that listens on `host`. @param {string} host */
const reachable = (host) => loopback[host] ?? host;

/**
 * Where clients reach the SSH door: `ssh://host:port`.
 * @param {NodeJS.ProcessEnv} env @param {string} siteUrl @param {number} sshPort
 */
const publicSsh = (env, siteUrl, sshPort) => {
  const url = env.HOLDFAST_SSH_URL || `ssh://${new URL(siteUrl).hostname}:${sshPort}`;
  const [, name, number = '22'] =
    /^ssh:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?\/?$/.exec(url) ?? [];
  if (!name) throw new Complaint(`HOLDFAST_SSH_URL is "${url}": ssh://host or ssh://host:port is needed`);
  return `ssh://${name}:${number}`;
};

/**
 * All parts here read where bytes are served, and where they say how they are, so that none can have a port or a name
 * of its own.
 * @param {NodeJS.ProcessEnv} env
 */
const checkPlaces = ({
  HOLDFAST_BYTES_LISTEN: bytes,
  HOLDFAST_BYTES_URL: url,
  HOLDFAST_HEALTH_LISTEN: health,
}) => {
  if (url) throw new Complaint('HOLDFAST_BYTES_URL is for one part, and several run here: leave it unset');
  const [, host = ''] = /^(\[[0-9A-Fa-f:.]+\]|[0-9.]+):0$/.exec(bytes || '127.0.0.1:0') ?? [];
  if (!host || host === '0.0.0.0' || host === '[::]')
    throw new Complaint(
      `HOLDFAST_BYTES_LISTEN is "${bytes}": several parts run here, so one address of this machine with port 0 is needed`,
    );
  if (health && !health.endsWith(':0'))
    throw new Complaint(
      `HOLDFAST_HEALTH_LISTEN is "${health}": several parts run here, so an address with port 0 is needed`,
    );
};

/**
 * Its path stands in the settings of Apache and Mercurial, which read more in some characters.
 * @param {NodeJS.ProcessEnv} env
 */
const homeOf = (env) => {
  const home = resolve(env.HOLDFAST_HOME || join(checkout, '.holdfast'));
  if (/["$\\\p{Cc}]/u.test(home))
    throw new Complaint(
      `HOLDFAST_HOME is ${JSON.stringify(home)}: a path without ", $, backslashes and control characters is needed`,
    );
  return home;
};

/** @typedef {ReturnType<typeof readSettings>} Settings */

/**
 * The operator's settings from environment variables, with their defaults.
 * An empty variable counts as unset.
 * @param {NodeJS.ProcessEnv} env
 */
export const readSettings = (env = process.env) => {
  checkPlaces(env);
  const host = env.HOLDFAST_HOST || '127.0.0.1';
  const httpPort = port(env, 'HOLDFAST_PORT', 8080);
  const scheme = env.HOLDFAST_TLS_CERT ? 'https' : 'http';
  const door = `${scheme}://${bracketed(reachable(host))}:${httpPort}`;
  const siteUrl = (env.HOLDFAST_SITE_URL || door).replace(/\/+$/, '');
  const sshPort = port(env, 'HOLDFAST_SSH_PORT', 2222);
  const secret = env.HOLDFAST_SECRET || undefined;
  if (secret && !/^[0-9a-f]{64}$/.test(secret))
    throw new Complaint('HOLDFAST_SECRET must be 64 lower-case hex digits');
  return {
    home: homeOf(env),
    host,
    port: httpPort,
    sshHost: env.HOLDFAST_SSH_HOST || host,
    sshPort,
    sshUrl: publicSsh(env, siteUrl, sshPort),
    door,
    siteUrl,
    vendor: env.HOLDFAST_VENDOR || 'svc',
    logLevel: env.HOLDFAST_LOG_LEVEL || 'info',
    databaseUrl: env.DATABASE_URL || undefined,
    natsUrl: env.NATS_URL || undefined,
    brokerCopies: brokerCopies(env),
    secret,
    environment: env,
  };
};
