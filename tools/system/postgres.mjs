import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { Part } from './part.mjs';
import { identityToRunAs, nativeDirectory, restoreLibraryLinks } from './postgres-binaries.mjs';
import { privateDirectory } from './private-files.mjs';
import { workingDirectory } from './process-identity.mjs';

export const superuser = 'postgres';

/** @import { Ownership } from './postgres-binaries.mjs' */

/** @param {NodeJS.ProcessEnv} environment */
const localEnvironment = (environment) => ({
  PATH: environment.PATH ?? '/usr/bin:/bin',
  LANG: 'C',
  TZ: 'UTC',
});

/**
 * Makes the data directory as a whole or not at all. Upper and lower case follow Unicode, order is by bytes.
 * @param {object} options
 * @param {string} options.directory
 * @param {string} options.password
 * @param {string[]} options.run how to run a program, before its own name
 * @param {NodeJS.ProcessEnv} options.env
 * @param {Ownership} options.credentials
 * @param {string} options.native
 */
const initialise = ({ directory, password, run, env, credentials, native }) => {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  privateDirectory(draft);
  const passwordFile = `${directory}.password`;
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  try {
    if (credentials.uid) {
      chownSync(draft, credentials.uid, credentials.gid);
      chownSync(passwordFile, credentials.uid, credentials.gid);
    }
    const [file, ...args] = [
      ...run,
      join(native, 'bin/initdb'),
      ...[
        '-D',
        draft,
        '-U',
        superuser,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
      ],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ];
    const { status, stderr, error } = spawnSync(file, args, {
      encoding: 'utf8',
      env,
      cwd: native,
      ...credentials,
    });
    if (status !== 0)
      throw new Complaint(`The database could not be created: ${error?.message ?? stderr.trim()}`);
    renameSync(draft, directory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

/** The process that serves the data directory, found by the server's own lock file. @param {string} directory */
export const serverOf = (directory) => {
  const lock = join(directory, 'postmaster.pid');
  if (!existsSync(lock)) return undefined;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  return workingDirectory(pid) === realpathSync(directory) ? pid : undefined;
};

/**
 * A server that was killed leaves its lock file, and its number may belong to a zombie or a stranger by now.
 * The caller holds the installation's own lock: only a process that works in this directory is a server of it.
 * @param {string} directory
 */
const dropStaleLock = (directory) => {
  if (process.platform === 'linux' && !serverOf(directory))
    rmSync(join(directory, 'postmaster.pid'), { force: true });
};

/**
 * Files of the server's own, since it takes no key that others have.
 * @param {string} directory
 * @param {{ cert: string, key: string }} tls
 * @param {Ownership} credentials
 */
const ownTls = (directory, tls, { uid, gid }) => {
  const [cert, key] = ['tls.pem', 'tls.key'].map((name) => join(directory, name));
  copyFileSync(tls.cert, cert);
  copyFileSync(tls.key, key);
  chmodSync(key, 0o600);
  if (uid !== undefined && gid !== undefined) for (const file of [cert, key]) chownSync(file, uid, gid);
  return { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key };
};

/**
 * The embedded database on a port of the loopback interface, without a socket file.
 * Every connection needs a password (scram-sha-256).
 * @param {object} options
 * @param {string} options.directory
 * @param {number} options.port
 * @param {string} options.password the superuser's
 * @param {(line: string) => void} options.log
 * @param {string} options.pidFile
 * @param {NodeJS.ProcessEnv} options.environment
 * @param {boolean} [options.durable]
 * @param {{ cert: string, key: string }} [options.tls] files in PEM form; without them it speaks no TLS
 */
export const postgresPart = ({
  directory,
  port,
  password,
  log,
  pidFile,
  environment,
  durable = true,
  tls,
}) => {
  const native = nativeDirectory();
  restoreLibraryLinks(native);
  const { prefix, credentials } = identityToRunAs(directory);
  const env = localEnvironment(environment);
  // The server's user must be able to pass through the home; everything else in it stays closed.
  if (credentials.uid) chmodSync(join(directory, '..'), 0o711);
  if (!existsSync(join(directory, 'PG_VERSION')))
    initialise({ directory, password, run: prefix, env, credentials, native });
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 100,
    log_checkpoints: 'off',
    log_line_prefix: '',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...(tls && ownTls(directory, tls, credentials)),
  };
  const [command, ...args] = [
    ...prefix,
    join(native, 'bin/postgres'),
    ...['-D', directory],
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  return new Part({
    name: 'postgres',
    command,
    args,
    env,
    cwd: native,
    credentials,
    prepare: () => dropStaleLock(directory),
    readyWhen: /ready to accept connections/,
    quietWhen: /^\s*LOG:/,
    stopSignal: 'SIGINT',
    patience: 30_000,
    log,
    pidFile,
  });
};
