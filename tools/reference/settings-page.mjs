// The table of settings. Every setting that a program reads must be described here: the sources are searched.
import { blobSettings } from './blob-settings.mjs';
import { gitReaderSettings } from './git-reader-settings.mjs';
import { namesRead } from './settings-read.mjs';
import { serviceSettings } from './service-settings.mjs';
import { toolSettings } from './tool-settings.mjs';

/** @type {Record<string, [reader: string, fallback: string, meaning: string]>} */
const operatorSettings = {
  HOLDFAST_HOME: ['tools', '`.holdfast` in the checkout', 'Everything that an embedded installation writes.'],
  HOLDFAST_HOST: ['gateway', '`127.0.0.1`', 'Address of the HTTP door.'],
  HOLDFAST_PORT: ['gateway', '`8080`', 'Port of the HTTP door.'],
  HOLDFAST_SSH_HOST: ['gateway', '`HOLDFAST_HOST`', 'Address of the SSH door.'],
  HOLDFAST_SSH_PORT: ['gateway, repository', '`2222`', 'Port of the SSH door, as it stands in `ssh_url`.'],
  HOLDFAST_SSH_URL: [
    'repository',
    'the site’s host and `HOLDFAST_SSH_PORT`',
    'Where clients reach the SSH door, `ssh://host` or `ssh://host:port`: what `ssh_url` begins with.',
  ],
  HOLDFAST_SSH_HOST_KEYS: [
    'gateway',
    'made in the home',
    'Directory with the private host keys (`*_key`, without passphrases); equal for all replicas.',
  ],
  HOLDFAST_SSH_HOME: [
    'gateway',
    'set by the tools',
    'Directory in which the gateway makes host keys where none are given.',
  ],
  HOLDFAST_SITE_URL: ['all', 'the HTTP door', 'The public address, without a slash at the end.'],
  HOLDFAST_VENDOR: [
    'gateway, repository',
    '`svc`',
    'Vendor token of the media type, the authorization scheme and the SSH user.',
  ],
  HOLDFAST_SECRET: ['identity', 'made at the first start', '64 hex digits; company keys derive from it.'],
  HOLDFAST_LOG_LEVEL: ['all', '`info`', 'trace, debug, info, warn, error, fatal or silent.'],
  DATABASE_URL: [
    'tools, services',
    'the embedded PostgreSQL',
    'For the tools: a role that may create roles and schemas. Each service gets its own from it.',
  ],
  ...serviceSettings,
  HOLDFAST_CREDENTIALS: [
    'services',
    'set by the tools',
    'File with the passwords of one process, read again for each connection; without it the two URLs hold them.',
  ],
  HOLDFAST_TLS_CERT: [
    'gateway',
    '',
    'PEM file of the certificate; with the key, the HTTP door speaks TLS. It may be replaced at any time.',
  ],
  HOLDFAST_TLS_KEY: ['gateway', '', 'PEM file of the private key.'],
  HOLDFAST_HSTS: [
    'gateway',
    '`15552000`',
    'Seconds for which browsers that came by HTTPS come by nothing else (`Strict-Transport-Security`); `0` ends that.',
  ],
  HOLDFAST_TRUSTED_PROXIES: [
    'gateway',
    '',
    'Addresses and networks (`10.42.0.0/16`) whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed, and whose connections to the HTTP door are not limited.',
  ],
  HOLDFAST_SSH_TRUSTED_PROXIES: ['gateway', '', 'The same for the SSH door: whose PROXY header is believed.'],
  HOLDFAST_CONNECTIONS: [
    'gateway',
    '`1024`',
    'Most open connections of one client address (IPv6: of its /64), trusted proxies aside.',
  ],
  HOLDFAST_SSH_CONNECTIONS_ACCOUNT: [
    'gateway',
    '`64`',
    'Most SSH connections of one account and its bots that are logged in.',
  ],
  HOLDFAST_SSH_CONNECTIONS_COMPANY: ['gateway', '`512`', 'The same for a company.'],
  HOLDFAST_UPLOADS: [
    'gateway',
    '`128`',
    'Uploads of artifacts at a time; a company has ¾ of them, an account ¼.',
  ],
  HOLDFAST_DOWNLOADS: ['gateway', '`256`', 'The same for downloads of files over 256 KiB.'],
  HOLDFAST_FETCHES: ['gateway', '`128`', 'The same for fetches and clones.'],
  HOLDFAST_PUSHES: ['gateway', '`64`', 'The same for pushes.'],
  HOLDFAST_BODIES: [
    'gateway',
    '`64`',
    'MiB of bodies of the API that come or are carried out; all without an account have ⅛ of them, a company has ¾ of the rest, an account ¼.',
  ],
  HOLDFAST_UNSENT_ANSWERS: [
    'gateway',
    '`64`',
    'MiB of answers over 16 KiB that clients have not taken yet; a company has ¾ of them, an account ¼.',
  ],
  HOLDFAST_RATE_ACCOUNT: [
    'gateway',
    'no limit',
    'Requests of one account: per second and at most at once, as `50/100`; a gateway counts what it gets.',
  ],
  HOLDFAST_RATE_COMPANY: ['gateway', 'no limit', 'The same for all accounts of a company together.'],
  HOLDFAST_CORS_ORIGINS: ['gateway', '', 'Origins of web pages that may call the API.'],
  HOLDFAST_QUERY_KEYS: [
    'gateway',
    '`false`',
    '`true`: the keys of a GET may stand in its query, for old clients.',
  ],
  ...blobSettings,
  HOLDFAST_DATA: ['repository, artifact, backup', 'set by the tools', 'Absolute directory of its data.'],
  HOLDFAST_NODE: ['repository', '`node-1`', 'Name of the storage node.'],
  ...toolSettings,
  HOLDFAST_BYTES_LISTEN: [
    'repository, artifact',
    '`127.0.0.1:0`',
    'Address and port on which the process serves bytes to gateways and other nodes; port 0 is one of the system’s choice.',
  ],
  HOLDFAST_BYTES_URL: [
    'repository, artifact',
    'what it listens on',
    'What the others are told of it, `http://host:port`; required where it listens on all addresses, `https://` with TLS.',
  ],
  HOLDFAST_BYTES_PEERS: [
    'gateway, repository, operator',
    '`127.0.0.1:*`',
    'The byte ports to which the process connects: names (`artifact:7070`, `*.repository:7070`) and networks (`10.0.0.0/8:7070`, `[fd00::/8]:*`), with commas between; `https://` before one: with TLS only; `name=` before a network: for whom its certificates are.',
  ],
  HOLDFAST_BYTES_TLS_CERT: [
    'all but identity',
    '',
    'PEM file of the certificate by which the process is known at byte ports, and serves its own; read again when it is replaced.',
  ],
  HOLDFAST_BYTES_TLS_KEY: ['all but identity', '', 'PEM file of its private key.'],
  HOLDFAST_BYTES_TLS_CA: [
    'all but identity',
    '',
    'PEM file of the authority whose certificates are taken at byte ports, from both sides; one for this alone.',
  ],
  HOLDFAST_IMPORT_NETWORKS: [
    'repository',
    '',
    'Networks such as `10.0.0.0/8`, with commas between them, to which imports and mirrors may connect besides the public ones.',
  ],
  HOLDFAST_REMOTE_KEYS: [
    'repository',
    'made in the home',
    'File with the keys that seal passwords of imports and mirrors, 64 hex digits in each line, the newest first; equal on all nodes. Read again while they run.',
  ],
  HOLDFAST_SCRUB_DAYS: [
    'repository',
    '`30`',
    'Days in which each repository is looked through for damage once; `0`: never by itself.',
  ],
  HOLDFAST_JOBS: [
    'repository',
    '`4`',
    'Long work on repositories that a storage node does at a time, imports and mirrors aside; a company has ¾ of it.',
  ],
  HOLDFAST_REMOTE_JOBS: [
    'repository',
    '`4`',
    'Imports and mirrors that a storage node does at a time; a company has half of it.',
  ],
  ...gitReaderSettings,
  HOLDFAST_PUSH_UNPACKED: [
    'repository',
    '`64G`',
    'Most bytes of the objects of one push, or of the files of one commit to Subversion over HTTP, unpacked.',
  ],
  HOLDFAST_SIGNING_KEY: [
    'repository',
    'none',
    'File of the private key (Ed25519, OpenSSH) with which commits are signed that the API makes for their authors.',
  ],
  HOLDFAST_FILE_VERSION: [
    'repository',
    '`256M`',
    'Most bytes of one version of a file that a push to Mercurial brings; it takes five times as much memory, one large version at a time in each process.',
  ],
  HOLDFAST_LARGE_FILE: ['repository', '`64G`', 'Most bytes of one file of Git LFS.'],
  HOLDFAST_PUSH_COMMANDS: ['repository', '`50000`', 'References that one push may change.'],
  HOLDFAST_REFS: [
    'repository',
    '`32M`',
    'Most bytes of the references and bookmarks of one repository: 100 for each, and its name.',
  ],
  HOLDFAST_FETCH_REQUEST: [
    'repository',
    '`16M`',
    'Most bytes of what one fetch asks, unpacked: about 50 for each reference that a clone gets.',
  ],
  HOLDFAST_FREE_SPACE_RESERVE: [
    'gateway, repository, artifact',
    'the smaller of 5 % of the disk and `1G`',
    'Bytes that stay free on the disks of data and database; K, M, G, T may follow; `0` is none.',
  ],
  HOLDFAST_DATABASE_DISK: [
    'gateway',
    'with `tools/up` that of its own database, else none',
    'A directory on the disk of the database. While only the reserve is left there, what makes rows is 507.',
  ],
  HOLDFAST_STORAGE_LIMIT: [
    'artifact',
    'what the disk holds',
    'Most bytes of all artifacts; K, M, G, T may follow.',
  ],
  HOLDFAST_SMTP_URL: [
    'identity',
    '',
    'SMTP server, `smtp://user:password@host:587` or `smtps://…`; without it mails become files in the spool. TLS is demanded of a server that is not on this machine, unless the address ends in `?requireTLS=false`.',
  ],
  HOLDFAST_MAIL: ['identity', 'set by the tools', 'Directory of the mail spool.'],
  HOLDFAST_MAIL_FROM: ['identity', '`no-reply@` the site’s host', 'Sender of mails.'],
  HOLDFAST_SEATS: ['identity', '`0`', 'Seats of the license; 0 is no limit.'],
  HOLDFAST_LOGIN_BUDGET: [
    'identity',
    '`500`',
    'Failed logins that one client address may have in five minutes.',
  ],
  HOLDFAST_RECOVERY_BUDGET: [
    'identity',
    '`100`',
    'Mails for a lost password that one client address may ask for in five minutes.',
  ],
  HOLDFAST_SESSION_IDLE_DAYS: ['identity', 'never', 'Days without use after which a session ends.'],
  HOLDFAST_SESSION_DAYS: ['identity', 'never', 'Days since the login after which a session ends.'],
  HOLDFAST_AUDIT_DAYS: ['identity', '`365`', 'Days for which audit events are kept.'],
  HOLDFAST_PROJECTS_BY_ADMINS_ONLY: ['identity', '`false`', '`true`: only company admins create projects.'],
};

export const settingsPage = () => {
  const unknown = namesRead().filter((name) => !operatorSettings[name]);
  if (unknown.length) throw new Error(`settings without a description: ${unknown.join(', ')}`);
  const rows = Object.entries(operatorSettings).map(
    ([name, [reader, fallback, meaning]]) => `| \`${name}\` | ${reader} | ${fallback} | ${meaning} |`,
  );
  return `# Settings\n\nEnvironment variables; an empty one counts as unset.\n\n| setting | read by | default | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
};
