import { bytePlaceOf, byteTlsFilesOf, byteUrl, type BytePlace } from '@holdfast/platform/byte-ports';
import { brokerTlsOf, brokerUrls, type BrokerTlsFiles } from '@holdfast/platform/rpc';
import {
  absoluteDirectory,
  blobPlace,
  bytes,
  collectorAddress,
  listenAddress,
  logLevel,
  otherBlobPlace,
  Settings,
  siteAddress,
  text,
  wholeNumber,
  type ListenAddress,
} from '@holdfast/platform/settings';

/** The token under which the settings are injected. */
export const artifactEnv = Symbol('artifact.env');

/** Everything that the process takes from its environment; nothing else reads it. */
export interface ArtifactEnv {
  natsUrl: string;
  /** What TLS to the broker takes; absent: TLS if it wants it. */
  brokerTls?: BrokerTlsFiles;
  /** How many servers of the broker keep the events. */
  eventCopies: number;
  databaseUrl: string;
  /** The file with the passwords of this process; absent: they stand in the two URLs. */
  credentials?: string;
  /** Absolute directory of the blobs, which replicas share; with `blobsUrl`, of what is on its way to the bucket. */
  data: string;
  /** The bucket with the blobs, `s3://…`. */
  blobsUrl?: string;
  /** The store in which blobs may lie besides, `s3://…` or `disk`. */
  otherBlobs?: string;
  /** Where it serves bytes. */
  bytes: BytePlace;
  /** The public address, without a slash at the end. */
  siteUrl: string;
  /** The most bytes that all files together may have; undefined: what the disk holds. */
  storageLimit?: number;
  /** Bytes of the disk of `data` that stay free; absent: the usual ones. */
  freeSpaceReserve?: number;
  logLevel: string;
  /** Where the process says how it is; on the loopback, at a port of the system's choice, if nothing is said. */
  health: ListenAddress;
  /** The address of the collector of traces, to which OTLP goes over HTTP; absent: nothing is recorded. */
  otlp?: string | undefined;
  /** Milliseconds that transfers under way have when the process is told to end. */
  drain: number;
}

/** @throws Error that names the variable which is missing or wrong, and what it wants */
export const readArtifactEnv = (env: NodeJS.ProcessEnv = process.env): ArtifactEnv => {
  const settings = new Settings(env);
  const blobsUrl = settings.optional('HOLDFAST_BLOBS_URL', text);
  return {
    natsUrl: settings.required('NATS_URL', brokerUrls),
    brokerTls: brokerTlsOf({
      ca: settings.optional('HOLDFAST_NATS_TLS_CA', text),
      cert: settings.optional('HOLDFAST_NATS_TLS_CERT', text),
      key: settings.optional('HOLDFAST_NATS_TLS_KEY', text),
    }),
    eventCopies: settings.optional('HOLDFAST_NATS_COPIES', wholeNumber(1, 5), 1),
    databaseUrl: settings.required('DATABASE_URL', text),
    credentials: settings.optional('HOLDFAST_CREDENTIALS', text),
    data: settings.required('HOLDFAST_DATA', absoluteDirectory),
    blobsUrl,
    otherBlobs: otherBlobPlace(blobsUrl, settings.optional('HOLDFAST_BLOBS_OTHER_URL', blobPlace)),
    bytes: bytePlaceOf(
      settings.optional('HOLDFAST_BYTES_LISTEN', listenAddress),
      settings.optional('HOLDFAST_BYTES_URL', byteUrl),
      byteTlsFilesOf({
        cert: settings.optional('HOLDFAST_BYTES_TLS_CERT', text),
        key: settings.optional('HOLDFAST_BYTES_TLS_KEY', text),
        ca: settings.optional('HOLDFAST_BYTES_TLS_CA', text),
      }),
    ),
    siteUrl: settings.optional('HOLDFAST_SITE_URL', siteAddress, 'http://127.0.0.1:8080'),
    storageLimit: settings.optional('HOLDFAST_STORAGE_LIMIT', bytes()),
    freeSpaceReserve: settings.optional('HOLDFAST_FREE_SPACE_RESERVE', bytes(0)),
    logLevel: settings.optional('HOLDFAST_LOG_LEVEL', logLevel, 'info'),
    health: settings.optional('HOLDFAST_HEALTH_LISTEN', listenAddress, { host: '127.0.0.1', port: 0 }),
    otlp: settings.optional('HOLDFAST_OTLP_ENDPOINT', collectorAddress),
    drain: 1_000 * settings.optional('HOLDFAST_DRAIN_SECONDS', wholeNumber(0, 3_600), 5),
  };
};
