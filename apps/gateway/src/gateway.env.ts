import { byteTlsFilesOf, loopbackPeers, peerRules, type ByteTlsFiles } from '@holdfast/platform/byte-ports';
import { brokerTlsOf, brokerUrls, type BrokerTlsFiles } from '@holdfast/platform/rpc';
import {
  absoluteDirectory,
  blobPlace,
  bytes,
  collectorAddress,
  flag,
  fraction,
  listenAddress,
  logLevel,
  networks,
  otherBlobPlace,
  port,
  serverAddress,
  Settings,
  siteAddress,
  text,
  wholeNumber,
  words,
  type ListenAddress,
} from '@holdfast/platform/settings';
import type { BlobRedirects } from './bytes/artifact/readable-blobs.js';
import type { SlotLimits } from './bytes/slots/transfer-slots.js';
import type { ShareBounds } from './ssh/connection-shares.js';
import type { HostKeyPlace } from './ssh/host-keys.js';
import type { Rates } from './rates/rate-limits.js';
import { rateSetting } from './rates/token-buckets.js';

/** Everything that the process takes from its environment; nothing else reads it. */
export interface GatewayEnv {
  natsUrl: string;
  /** What TLS to the broker takes; absent: TLS if it wants it. */
  brokerTls?: BrokerTlsFiles;
  /** The file with the password of this process; absent: it stands in the URL. */
  credentials?: string;
  host: string;
  port: number;
  siteUrl: string;
  vendor: string;
  /** Paths of PEM files; absent: plain HTTP behind a proxy that ends TLS. */
  tls?: { cert: string; key: string };
  /** Seconds for which browsers that came by HTTPS shall come by nothing else. */
  hsts: number;
  /** The door for git over SSH. `trustedProxies`: addresses and networks whose PROXY header is believed there. */
  ssh: {
    host: string;
    port: number;
    hostKeys: HostKeyPlace;
    connections: ShareBounds;
    trustedProxies: string[];
  };
  /** Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  trustedProxies: string[];
  /** Most open connections of one client address, those of trusted proxies aside. */
  connections: number;
  /** How many transfers of a kind go on at a time; an account has a quarter of them at most. */
  transfers: SlotLimits;
  /** Most bytes of bodies of the API that are coming or carried out; an account has a quarter of them at most. */
  bodies: number;
  /** Most bytes of answers that clients have not taken yet; an account has a quarter of them at most. */
  unsentAnswers: number;
  /** The byte ports of services to which this process connects. */
  bytePeers: readonly string[];
  /** Who this process is to them. */
  byteTls?: ByteTlsFiles;
  /** How many requests accounts and companies have; without limit where none is set. */
  rates: Rates;
  /** Origins of browsers that may call the API; `*` is not one. */
  corsOrigins: string[];
  logLevel: string;
  /** Where the process says how it is; on the loopback, at a port of the system's choice, if nothing is said. */
  health: ListenAddress;
  /** The address of the collector of traces, to which OTLP goes over HTTP; absent: nothing is recorded. */
  otlp?: string | undefined;
  /** The part of all requests of which traces are recorded, from 0 to 1. */
  otlpRatio: number;
  /** Milliseconds that transfers under way have when the process is told to end. */
  drain: number;
  /**
   * Directory of the artifact service's blobs, where this process reads it itself; absent: files are streamed from
   * there.
   */
  blobs?: string;
  /** The bucket with them, `s3://…`, where they lie in one. */
  blobsUrl?: string;
  /** Where they may lie besides: a bucket, or the directory. */
  otherBlobs?: string;
  /** Which downloads are answered by an address of the bucket; absent: none. */
  redirects?: BlobRedirects;
  /** A directory on the disk of the database, where this process sees it. */
  databaseDisk?: string;
  /** Bytes of the disks of `blobs` and of the database that stay free; absent: the usual ones. */
  freeSpaceReserve?: number;
  /** Keys in the query of a GET, for old clients; off unless the installation wants it. */
  queryKeys: boolean;
}

/** What is smaller is here sooner than the answer to a second request (bytes). */
const leastRedirected = 2 ** 16;

/** @throws Error that names the variable which is missing or wrong, and what it wants */
export const readGatewayEnv = (env: NodeJS.ProcessEnv = process.env): GatewayEnv => {
  const settings = new Settings(env);
  const blobsUrl = settings.optional('HOLDFAST_BLOBS_URL', text);
  const blobs = settings.optional('HOLDFAST_BLOBS', text);
  const other = otherBlobPlace(blobsUrl, settings.optional('HOLDFAST_BLOBS_OTHER_URL', blobPlace));
  const from = settings.optional('HOLDFAST_BLOBS_REDIRECT', bytes(leastRedirected));
  if (from !== undefined && blobsUrl === undefined)
    throw new Error('HOLDFAST_BLOBS_REDIRECT needs a bucket, which HOLDFAST_BLOBS_URL names');
  const endpoint = settings.optional('HOLDFAST_BLOBS_CLIENT_ENDPOINT', serverAddress);
  const count = (name: string, fallback: number): number => settings.optional(name, wholeNumber(1), fallback);
  const host = settings.optional('HOLDFAST_HOST', text, '127.0.0.1');
  const door = settings.optional('HOLDFAST_PORT', port, 8080);
  const cert = settings.optional('HOLDFAST_TLS_CERT', text);
  const key = settings.optional('HOLDFAST_TLS_KEY', text);
  // With one of them alone the door would speak plain HTTP, and nobody have meant it.
  if (Boolean(cert) !== Boolean(key))
    throw new Error('HOLDFAST_TLS_CERT and HOLDFAST_TLS_KEY must be set together');
  const given = settings.optional('HOLDFAST_SSH_HOST_KEYS', text);
  return {
    natsUrl: settings.required('NATS_URL', brokerUrls),
    brokerTls: brokerTlsOf({
      ca: settings.optional('HOLDFAST_NATS_TLS_CA', text),
      cert: settings.optional('HOLDFAST_NATS_TLS_CERT', text),
      key: settings.optional('HOLDFAST_NATS_TLS_KEY', text),
    }),
    credentials: settings.optional('HOLDFAST_CREDENTIALS', text),
    host,
    port: door,
    siteUrl: settings.optional('HOLDFAST_SITE_URL', siteAddress, `http://${host}:${door}`),
    vendor: settings.optional('HOLDFAST_VENDOR', text, 'svc'),
    ...(cert && key ? { tls: { cert, key } } : {}),
    hsts: settings.optional('HOLDFAST_HSTS', wholeNumber(0), 15_552_000),
    ssh: {
      host: settings.optional('HOLDFAST_SSH_HOST', text, host),
      port: settings.optional('HOLDFAST_SSH_PORT', port, 2222),
      hostKeys: given
        ? { directory: given, made: false }
        : { directory: settings.optional('HOLDFAST_SSH_HOME', text, 'ssh'), made: true },
      connections: {
        account: count('HOLDFAST_SSH_CONNECTIONS_ACCOUNT', 64),
        company: count('HOLDFAST_SSH_CONNECTIONS_COMPANY', 512),
      },
      trustedProxies: settings.optional('HOLDFAST_SSH_TRUSTED_PROXIES', networks, []),
    },
    trustedProxies: settings.optional('HOLDFAST_TRUSTED_PROXIES', networks, []),
    connections: count('HOLDFAST_CONNECTIONS', 1024),
    transfers: {
      upload: count('HOLDFAST_UPLOADS', 128),
      download: count('HOLDFAST_DOWNLOADS', 256),
      fetch: count('HOLDFAST_FETCHES', 128),
      push: count('HOLDFAST_PUSHES', 64),
    },
    bodies: count('HOLDFAST_BODIES', 64) * 2 ** 20,
    unsentAnswers: count('HOLDFAST_UNSENT_ANSWERS', 64) * 2 ** 20,
    byteTls: byteTlsFilesOf({
      cert: settings.optional('HOLDFAST_BYTES_TLS_CERT', text),
      key: settings.optional('HOLDFAST_BYTES_TLS_KEY', text),
      ca: settings.optional('HOLDFAST_BYTES_TLS_CA', text),
    }),
    bytePeers: settings.optional('HOLDFAST_BYTES_PEERS', peerRules, [...loopbackPeers]),
    rates: {
      account: settings.optional('HOLDFAST_RATE_ACCOUNT', rateSetting),
      company: settings.optional('HOLDFAST_RATE_COMPANY', rateSetting),
    },
    corsOrigins: settings.optional('HOLDFAST_CORS_ORIGINS', words, []).filter((origin) => origin !== '*'),
    logLevel: settings.optional('HOLDFAST_LOG_LEVEL', logLevel, 'info'),
    health: settings.optional('HOLDFAST_HEALTH_LISTEN', listenAddress, { host: '127.0.0.1', port: 0 }),
    otlp: settings.optional('HOLDFAST_OTLP_ENDPOINT', collectorAddress),
    otlpRatio: settings.optional('HOLDFAST_OTLP_RATIO', fraction, 0.01),
    drain: 1_000 * settings.optional('HOLDFAST_DRAIN_SECONDS', wholeNumber(0, 3_600), 5),
    ...(blobsUrl === undefined ? { blobs } : { blobsUrl }),
    ...(from !== undefined && { redirects: { from, endpoint } }),
    otherBlobs: other === 'disk' ? blobs : other,
    databaseDisk: settings.optional('HOLDFAST_DATABASE_DISK', absoluteDirectory),
    freeSpaceReserve: settings.optional('HOLDFAST_FREE_SPACE_RESERVE', bytes(0)),
    queryKeys: settings.optional('HOLDFAST_QUERY_KEYS', flag, false),
  };
};
