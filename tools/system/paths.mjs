import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that these commands belong to. */
export const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Downloaded programs: the broker, build clients. Ignored by git, safe to delete. */
export const toolsDirectory = join(checkout, '.tools');

/** The compiled entry of an app, whether it exists or not. @param {string} app */
export const mainOf = (app) => join(checkout, 'apps', app, 'dist/main.js');

/**
 * What a service is started from: its compiled files and the packages that it takes, in one.
 * @param {string} app
 * @param {string} [apps] where the directories of apps are
 */
export const bundleOf = (app, apps = join(checkout, 'apps')) => join(apps, app, 'bundle/main.js');

/** @typedef {ReturnType<typeof layout>} Home */

/**
 * Where an installation keeps things. All of it lies below one directory:
 *
 *     access.json      the first company's administrator (0600)
 *     remote-keys      the keys that seal passwords of repositories elsewhere (0600)
 *     secrets.json     the installation secret and the database superuser's password (0600)
 *     credentials/     one file for each process with its passwords (0600)
 *     ports.json       the internal ports of the last start
 *     postgres/        the embedded database        nats/   the broker's configuration and streams
 *     data/<service>/  repositories and artifacts   mail/   mail that no SMTP server took
 *                      data/repository-<node>/: those of a further storage node
 *     ssh/             the private host keys of the SSH door, by which clients know this installation
 *     log/             holdfast.log                 run/    pid files, and how the running instance is reached
 *
 * @param {string} home
 */
export const layout = (home) => ({
  home,
  access: join(home, 'access.json'),
  secrets: join(home, 'secrets.json'),
  remoteKeys: join(home, 'remote-keys'),
  credentials: (/** @type {string} */ name) => join(home, 'credentials', `${name}.json`),
  ports: join(home, 'ports.json'),
  postgres: join(home, 'postgres'),
  nats: join(home, 'nats'),
  logins: join(home, 'nats', 'logins.json'),
  data: (/** @type {string} */ service) => join(home, 'data', service),
  mail: join(home, 'mail'),
  ssh: join(home, 'ssh'),
  log: join(home, 'log'),
  logFile: join(home, 'log', 'holdfast.log'),
  run: join(home, 'run'),
  pidFile: (/** @type {string} */ part) => join(home, 'run', `${part}.pid`),
  standIn: (/** @type {string} */ part) => join(home, 'run', `${part}.stand-in`),
  instance: join(home, 'run', 'instance.json'),
  rotation: join(home, 'run', 'rotation.lock'),
  restoring: join(home, 'run', 'restoring'),
});
