import { join } from 'node:path';
import { nodeNames } from '@holdfast/contracts';
import { memoryHere } from '@holdfast/kernel';
import {
  bytePlaceOf,
  byteTlsFilesOf,
  byteUrl,
  loopbackPeers,
  peerRules,
  type BytePlace,
} from '@holdfast/platform/byte-ports';
import { brokerTlsOf, brokerUrls, type BrokerTlsFiles } from '@holdfast/platform/rpc';
import {
  absoluteDirectory,
  plainDirectory,
  bytes,
  collectorAddress,
  listenAddress,
  logLevel,
  matching,
  networks,
  oneOf,
  port,
  Settings,
  siteAddress,
  sshAddress,
  text,
  wholeNumber,
  type ListenAddress,
} from '@holdfast/platform/settings';

/** Everything that the process takes from its environment; nothing else reads it. */
export interface RepositoryEnv {
  natsUrl: string;
  /** What TLS to the broker takes; absent: TLS if it wants it. */
  brokerTls?: BrokerTlsFiles;
  /** How many servers of the broker keep the events. */
  eventCopies: number;
  databaseUrl: string;
  /** The file with the passwords of this process; absent: they stand in the two URLs. */
  credentials?: string;
  /** Absolute directory of the version control data of this storage node. */
  data: string;
  /** The storage node's name, a token of broker subjects. */
  node: string;
  /** Where it serves bytes, and the byte ports of other nodes to which it connects. */
  bytes: BytePlace;
  bytePeers: readonly string[];
  siteUrl: string;
  vendor: string;
  /** The SSH door as people see it. */
  sshHost: string;
  sshPort: number;
  logLevel: string;
  /** Where the process says how it is; on the loopback, at a port of the system's choice, if nothing is said. */
  health: ListenAddress;
  /** The address of the collector of traces, to which OTLP goes over HTTP; absent: nothing is recorded. */
  otlp?: string | undefined;
  /** Milliseconds that transfers under way have when the process is told to end. */
  drain: number;
  /** Bytes of what one fetch asks, unpacked. */
  fetchRequest: number;
  /** References that one push may change. */
  pushCommands: number;
  /** Bytes that the branches and tags of one repository may take: 100 for each, and its name. */
  refs: number;
  /** Bytes of data of the byte process and of each program that it runs, and of each that takes a push in. */
  gitMemory: { each: number; together: number };
  pushMemory: number;
  /** As `EngineLimits.nodegit`. */
  nodegit?: string | undefined;
  /** Bytes of the objects of one push, unpacked. */
  pushUnpacked: number;
  /** The most bytes of one version of a file that a push brings, where that is in memory as a whole. */
  fileVersion: number;
  /** Bytes of one file that is kept beside the history. */
  largeFile: number;
  /** Networks besides the public ones to which imports and mirrors may connect. */
  importNetworks: string[];
  /** The file with the keys that seal passwords of repositories elsewhere. */
  remoteKeys: string;
  /** Long work on repositories at a time. */
  jobs: number;
  /** Imports and mirrors at a time. */
  remoteJobs: number;
  /** Days in which each repository is looked through for damage once; 0: never by itself. */
  scrubDays: number;
  /** Bytes of the disk of `data` that stay free; absent: the usual ones. */
  freeSpaceReserve?: number;
  /** The file of the private key with which commits are signed that the API makes; absent: they are not. */
  signingKey?: string;
  /** The search path for the programs of the version control kinds. */
  path?: string;
  /** File with the authorities that requests to remotes trust besides those of Node; absent: those of the system. */
  authorities?: string;
}

const gitReader = oneOf('stock', 'nodegit');
const nodeName = matching(nodeNames, '1 to 64 letters, digits, hyphens or underscores');

/** @throws Error that names the variable which is missing or wrong, and what it wants */
export const readRepositoryEnv = (env: NodeJS.ProcessEnv = process.env): RepositoryEnv => {
  const settings = new Settings(env);
  const nodegit = settings.optional('HOLDFAST_NODEGIT', text, 'nodegit');
  const data = settings.required('HOLDFAST_DATA', plainDirectory);
  const siteUrl = settings.optional('HOLDFAST_SITE_URL', siteAddress, 'http://127.0.0.1:8080');
  const sshPort = settings.optional('HOLDFAST_SSH_PORT', port, 2222);
  const gitMemory = settings.optional('HOLDFAST_GIT_MEMORY', bytes(512 * 2 ** 20), 2 * 2 ** 30);
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
    data,
    node: settings.optional('HOLDFAST_NODE', nodeName, 'node-1'),
    bytes: bytePlaceOf(
      settings.optional('HOLDFAST_BYTES_LISTEN', listenAddress),
      settings.optional('HOLDFAST_BYTES_URL', byteUrl),
      byteTlsFilesOf({
        cert: settings.optional('HOLDFAST_BYTES_TLS_CERT', text),
        key: settings.optional('HOLDFAST_BYTES_TLS_KEY', text),
        ca: settings.optional('HOLDFAST_BYTES_TLS_CA', text),
      }),
    ),
    bytePeers: settings.optional('HOLDFAST_BYTES_PEERS', peerRules, [...loopbackPeers]),
    siteUrl,
    vendor: settings.optional('HOLDFAST_VENDOR', text, 'svc'),
    ...settings.optional('HOLDFAST_SSH_URL', sshAddress, { sshHost: new URL(siteUrl).hostname, sshPort }),
    logLevel: settings.optional('HOLDFAST_LOG_LEVEL', logLevel, 'info'),
    health: settings.optional('HOLDFAST_HEALTH_LISTEN', listenAddress, { host: '127.0.0.1', port: 0 }),
    otlp: settings.optional('HOLDFAST_OTLP_ENDPOINT', collectorAddress),
    drain: 1_000 * settings.optional('HOLDFAST_DRAIN_SECONDS', wholeNumber(0, 3_600), 2),
    fetchRequest: settings.optional('HOLDFAST_FETCH_REQUEST', bytes(2 ** 20), 16 * 2 ** 20),
    pushCommands: settings.optional('HOLDFAST_PUSH_COMMANDS', wholeNumber(1, 9_999_999), 50_000),
    refs: settings.optional('HOLDFAST_REFS', bytes(2 ** 20), 32 * 2 ** 20),
    nodegit: settings.optional('HOLDFAST_GIT_READER', gitReader, 'stock') === 'nodegit' ? nodegit : undefined,
    gitMemory: {
      each: gitMemory,
      together: settings.optional(
        'HOLDFAST_GIT_MEMORY_TOGETHER',
        bytes(512 * 2 ** 20),
        Math.max(gitMemory, Math.floor(memoryHere() / 2)),
      ),
    },
    pushMemory: settings.optional('HOLDFAST_PUSH_MEMORY', bytes(64 * 2 ** 20), 256 * 2 ** 20),
    pushUnpacked: settings.optional('HOLDFAST_PUSH_UNPACKED', bytes(), 64 * 2 ** 30),
    fileVersion: settings.optional('HOLDFAST_FILE_VERSION', bytes(2 ** 20), 2 ** 28),
    largeFile: settings.optional('HOLDFAST_LARGE_FILE', bytes(), 64 * 2 ** 30),
    importNetworks: settings.optional('HOLDFAST_IMPORT_NETWORKS', networks, []),
    remoteKeys: settings.optional('HOLDFAST_REMOTE_KEYS', absoluteDirectory, join(data, 'remote-keys')),
    jobs: settings.optional('HOLDFAST_JOBS', wholeNumber(1, 64), 4),
    remoteJobs: settings.optional('HOLDFAST_REMOTE_JOBS', wholeNumber(1, 64), 4),
    scrubDays: settings.optional('HOLDFAST_SCRUB_DAYS', wholeNumber(0, 3650), 30),
    freeSpaceReserve: settings.optional('HOLDFAST_FREE_SPACE_RESERVE', bytes(0)),
    signingKey: settings.optional('HOLDFAST_SIGNING_KEY', text),
    path: settings.optional('PATH', text),
    authorities: settings.optional('NODE_EXTRA_CA_CERTS', text),
  };
};
