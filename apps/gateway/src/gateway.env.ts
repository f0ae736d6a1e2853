import { readFileSync } from 'node:fs';
import type { Rates } from './rates/rate-limits.js';
import { rateOf } from './rates/token-buckets.js';
import type { SlotLimits } from './bytes/slots/transfer-slots.js';

export interface GatewayEnv {
  natsUrl: string;
  /** The file with the password of this process; absent: it stands in the URL. */
  credentials?: string;
  host: string;
  port: number;
  siteUrl: string;
  vendor: string;
  /** PEM texts; absent: plain HTTP behind a proxy that ends TLS. */
  tls?: { cert: string; key: string };
  /** Seconds for which browsers that came by HTTPS shall come by nothing else. */
  hsts: number;
  /** Addresses whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  trustedProxies: string[];
  /** Most open connections of one client address, those of trusted proxies aside. */
  connections: number;
  /** How many transfers of a kind go on at a time; an account has a quarter of them at most. */
  transfers: SlotLimits;
  /** Most bytes of answers that clients have not taken yet; an account has a quarter of them at most. */
  unsentAnswers: number;
  /** How many requests accounts and companies have; without limit where none is set. */
  rates: Rates;
  /** Origins of browsers that may call the API; `*` is not one. */
  corsOrigins: string[];
  logLevel: string;
  /** Directory of the artifact service's blobs, where this process reads it itself; absent: files are streamed from there. */
  blobs?: string;
  /** Keys in the query of a GET, for old clients; off unless the installation wants it. */
  queryKeys: boolean;
}

/** The only reader of this process's environment. */
export const gatewayEnv = (env: NodeJS.ProcessEnv = process.env): GatewayEnv => {
  const port = Number(env.HOLDFAST_PORT ?? 8080);
  const host = env.HOLDFAST_HOST ?? '127.0.0.1';
  const { HOLDFAST_TLS_CERT: cert, HOLDFAST_TLS_KEY: key } = env;
  return {
    natsUrl: env.NATS_URL ?? 'nats://127.0.0.1:4222',
    ...(env.HOLDFAST_CREDENTIALS ? { credentials: env.HOLDFAST_CREDENTIALS } : {}),
    host,
    port,
    siteUrl: (env.HOLDFAST_SITE_URL ?? `http://${host}:${port}`).replace(/\/+$/, ''),
    vendor: env.HOLDFAST_VENDOR ?? 'svc',
    ...(cert && key ? { tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } } : {}),
    hsts: count('HOLDFAST_HSTS', env.HOLDFAST_HSTS, 15_552_000, 0),
    trustedProxies: words(env.HOLDFAST_TRUSTED_PROXIES),
    connections: count('HOLDFAST_CONNECTIONS', env.HOLDFAST_CONNECTIONS, 1024),
    transfers: {
      upload: count('HOLDFAST_UPLOADS', env.HOLDFAST_UPLOADS, 128),
      download: count('HOLDFAST_DOWNLOADS', env.HOLDFAST_DOWNLOADS, 256),
      fetch: count('HOLDFAST_FETCHES', env.HOLDFAST_FETCHES, 128),
      push: count('HOLDFAST_PUSHES', env.HOLDFAST_PUSHES, 64),
    },
    unsentAnswers: count('HOLDFAST_UNSENT_ANSWERS', env.HOLDFAST_UNSENT_ANSWERS, 64) * 2 ** 20,
    rates: {
      ...(env.HOLDFAST_RATE_ACCOUNT
        ? { account: rateOf('HOLDFAST_RATE_ACCOUNT', env.HOLDFAST_RATE_ACCOUNT) }
        : {}),
      ...(env.HOLDFAST_RATE_COMPANY
        ? { company: rateOf('HOLDFAST_RATE_COMPANY', env.HOLDFAST_RATE_COMPANY) }
        : {}),
    },
    corsOrigins: words(env.HOLDFAST_CORS_ORIGINS).filter((origin) => origin !== '*'),
    logLevel: env.HOLDFAST_LOG_LEVEL ?? 'info',
    ...(env.HOLDFAST_BLOBS ? { blobs: env.HOLDFAST_BLOBS } : {}),
    queryKeys: env.HOLDFAST_QUERY_KEYS === 'true',
  };
};

const words = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);

/**
 * @throws when the setting is not a number from `least` on: an installation must not run with another limit than was meant.
 */
const count = (name: string, text: string | undefined, fallback: number, least = 1): number => {
  if (!text) return fallback;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`${name} must be a whole number from ${least} on`);
  return number;
};
