import { existsSync } from 'node:fs';
import { blobPlaces, ofBucket, redirects } from './bucket-settings.mjs';
import { bundleOf, layout } from './paths.mjs';
import { enginePaths } from './setup/engines.mjs';
import { nodegitHere } from './setup/nodegit.mjs';

/** Syncs of uploads wait in the thread pool of libuv, whose default of four would let few of them hold up all reads. */
const threads = { UV_THREADPOOL_SIZE: '16' };

/** Who a process is where bytes are served. */
const byteTls = ['HOLDFAST_BYTES_TLS_CERT', 'HOLDFAST_BYTES_TLS_KEY', 'HOLDFAST_BYTES_TLS_CA'];
/** Where a service serves bytes. */
const byteServer = ['HOLDFAST_BYTES_LISTEN', 'HOLDFAST_BYTES_URL', ...byteTls];

/** What TLS to the broker takes. */
const brokerTls = ['HOLDFAST_NATS_TLS_CA', 'HOLDFAST_NATS_TLS_CERT', 'HOLDFAST_NATS_TLS_KEY'];
/** Whom every service reaches. */
const reached = ['HOLDFAST_OTLP_ENDPOINT', ...brokerTls];
/** What every service reads. */
const ofAll = ['HOLDFAST_HEALTH_LISTEN', 'HOLDFAST_DRAIN_SECONDS', 'HOLDFAST_NATS_COPIES', ...reached];

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string[]} passes the operator's settings that it reads besides those that every service gets
 * @property {boolean} [database] owns a schema of its name
 * @property {boolean} [secret] derives keys from the installation's secret
 * @property {boolean} [data] keeps files of its own
 * @property {boolean} [bucket] may read blobs in a bucket
 * @property {string} [reads] the service whose blobs it reads from the same disk
 * @property {boolean} [disk] looks at the disk of the database
 * @property {Record<string, string>} [variables] what its process gets besides
 * @property {boolean} [engines] runs programs of version control kinds, which setup may have fetched
 * @property {number} [nice] see part.mjs
 * @property {'node'} [serves] each of its processes serves a storage node
 * @property {string} [of] of which service it is a further process; its name is another one
 * @property {string} [node] the storage node that it serves, where that is not the first one
 */
/**
 * Where database and broker are: `databaseUrl(service)` with its user.
 * @typedef {{ databaseUrl: (service: string) => string, natsUrl: string }} Reached
 */

/**
 * The services in the order in which they are started; they are stopped in the opposite order.
 * @type {Program[]}
 */
export const services = [
  {
    name: 'identity',
    secret: true,
    database: true,
    data: true,
    // Password hashing takes 19 MiB for a moment; mapped by itself it goes back to the system at once.
    variables: { MALLOC_MMAP_THRESHOLD_: '1048576' },
    passes: [
      'HOLDFAST_SMTP_URL',
      'HOLDFAST_MAIL_FROM',
      'HOLDFAST_SEATS',
      'HOLDFAST_LOGIN_BUDGET',
      'HOLDFAST_RECOVERY_BUDGET',
      'HOLDFAST_SESSION_IDLE_DAYS',
      'HOLDFAST_SESSION_DAYS',
      'HOLDFAST_PROJECTS_BY_ADMINS_ONLY',
      'HOLDFAST_AUDIT_DAYS',
    ],
  },
  {
    name: 'repository',
    serves: 'node',
    database: true,
    data: true,
    engines: true,
    passes: [
      'HOLDFAST_NODE',
      ...byteServer,
      'HOLDFAST_BYTES_PEERS',
      'HOLDFAST_JOBS',
      'HOLDFAST_REMOTE_JOBS',
      'HOLDFAST_SCRUB_DAYS',
      ...['HOLDFAST_GIT_READER', 'HOLDFAST_NODEGIT', 'HOLDFAST_GIT_MEMORY', 'HOLDFAST_GIT_MEMORY_TOGETHER'],
      'HOLDFAST_FETCH_REQUEST',
      'HOLDFAST_PUSH_COMMANDS',
      'HOLDFAST_PUSH_MEMORY',
      'HOLDFAST_PUSH_UNPACKED',
      'HOLDFAST_FILE_VERSION',
      'HOLDFAST_LARGE_FILE',
      'HOLDFAST_SIGNING_KEY',
      'HOLDFAST_REFS',
      'HOLDFAST_IMPORT_NETWORKS',
      'HOLDFAST_REMOTE_KEYS',
      'HOLDFAST_FREE_SPACE_RESERVE',
    ],
  },
  {
    name: 'artifact',
    // Most of its time goes into the bytes of large uploads and their digests; decisions of others come first.
    nice: 10,
    variables: threads,
    database: true,
    data: true,
    passes: [...byteServer, ...blobPlaces, 'HOLDFAST_STORAGE_LIMIT', 'HOLDFAST_FREE_SPACE_RESERVE'],
    bucket: true,
  },
  {
    name: 'gateway',
    // Packs and jars pass in buffers of 64 KiB: memory that went back to the system after each cost as much as
    // carrying them.
    variables: { ...threads, MALLOC_TRIM_THRESHOLD_: '67108864', MALLOC_MMAP_THRESHOLD_: '1048576' },
    database: false,
    data: false,
    reads: 'artifact',
    disk: true,
    passes: [
      'HOLDFAST_TLS_CERT',
      'HOLDFAST_TLS_KEY',
      'HOLDFAST_HSTS',
      'HOLDFAST_SSH_HOST_KEYS',
      'HOLDFAST_TRUSTED_PROXIES',
      'HOLDFAST_SSH_TRUSTED_PROXIES',
      'HOLDFAST_CONNECTIONS',
      'HOLDFAST_SSH_CONNECTIONS_ACCOUNT',
      'HOLDFAST_SSH_CONNECTIONS_COMPANY',
      'HOLDFAST_UPLOADS',
      'HOLDFAST_DOWNLOADS',
      'HOLDFAST_FETCHES',
      'HOLDFAST_PUSHES',
      'HOLDFAST_BODIES',
      'HOLDFAST_UNSENT_ANSWERS',
      'HOLDFAST_BYTES_PEERS',
      ...byteTls,
      'HOLDFAST_RATE_ACCOUNT',
      'HOLDFAST_RATE_COMPANY',
      'HOLDFAST_CORS_ORIGINS',
      'HOLDFAST_OTLP_RATIO',
      'HOLDFAST_QUERY_KEYS',
      'HOLDFAST_DATABASE_DISK',
      'HOLDFAST_FREE_SPACE_RESERVE',
      ...blobPlaces,
      ...redirects,
    ],
    bucket: true,
  },
];

/**
 * Options of node for every service. A long list is a burst of short-lived rows: in the young generation of node's
 * own choice, which shrinks whenever a service rests, collecting them costs a third of the list (MiB). Buffers of
 * bodies are collected when so many bytes have passed, for which the collector is exposed; and as they count against
 * the old generation, which is small, that one is collected when it has doubled and not already at a few MiB more.
 */
export const nodeOptions = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  '--expose-gc',
];

/**
 * The administrator's command line: no service, but a user of the broker.
 * @type {Program}
 */
export const operator = { name: 'operator', passes: ['HOLDFAST_BYTES_PEERS', ...byteTls, ...brokerTls] };

export const databaseOwners = services.filter((service) => service.database).map((service) => service.name);

/** @param {Program} service */
export const isBuilt = (service) => existsSync(bundleOf(serviceOf(service)));

/** @param {Program} service */
export const serviceOf = ({ name, of = name }) => of;

const usualPath = '/usr/local/bin:/usr/bin:/bin';

// What any program needs to run; everything else of the operator's environment stays outside.
const inherited = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/** @param {string[]} names @param {NodeJS.ProcessEnv} from */
const pick = (names, from) =>
  Object.fromEntries(names.filter((name) => from[name]).map((name) => [name, from[name]]));

/** @param {import('./settings.mjs').Settings} settings */
const searchPath = ({ environment }) =>
  [...enginePaths(environment), environment.PATH ?? usualPath].join(':');

/**
 * The written environment of a service process. It names the file with the passwords and holds none itself.
 * @param {Program} service
 * @param {import('./settings.mjs').Settings} settings
 * @param {string | undefined} secret
 * @param {Reached} parts
 * @returns {NodeJS.ProcessEnv}
 */
export const environmentOf = (service, settings, secret, parts) => {
  const home = layout(settings.home);
  const name = serviceOf(service);
  return {
    ...pick(inherited, settings.environment),
    ...(service.engines && { PATH: searchPath(settings), ...nodegitHere() }),
    HOME: settings.home,
    NODE_ENV: 'production',
    NATS_URL: parts.natsUrl,
    HOLDFAST_CREDENTIALS: home.credentials(name),
    ...(service.database && { DATABASE_URL: parts.databaseUrl(name) }),
    ...(service.data && { HOLDFAST_DATA: home.data(service.name) }),
    ...(service.reads && { HOLDFAST_BLOBS: home.data(service.reads) }),
    ...(service.disk && !settings.databaseUrl && { HOLDFAST_DATABASE_DISK: home.postgres }),
    ...(service.secret && { HOLDFAST_SECRET: secret }),
    HOLDFAST_SITE_URL: settings.siteUrl,
    HOLDFAST_VENDOR: settings.vendor,
    HOLDFAST_LOG_LEVEL: settings.logLevel,
    ...pick(ofAll, settings.environment),
    HOLDFAST_HOST: settings.host,
    HOLDFAST_PORT: String(settings.port),
    HOLDFAST_SSH_HOST: settings.sshHost,
    HOLDFAST_SSH_URL: settings.sshUrl,
    HOLDFAST_SSH_PORT: String(settings.sshPort),
    HOLDFAST_SSH_HOME: home.ssh,
    HOLDFAST_MAIL: home.mail,
    ...(service.engines && { HOLDFAST_REMOTE_KEYS: home.remoteKeys }),
    ...service.variables,
    ...pick(service.passes, settings.environment),
    ...(service.bucket && pick(ofBucket, settings.environment)),
    ...(service.node !== undefined && { HOLDFAST_NODE: service.node }),
  };
};
