import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { Instance } from './instance.mjs';
import { openLog } from './log.mjs';
import { layout, mainOf } from './paths.mjs';
import { privateDirectory, writePrivateJson } from './private-files.mjs';
import { runningInstance } from './running.mjs';
import { databaseOwners, environmentOf, services } from './services.mjs';
import { nodesOf } from './storage-nodes.mjs';

/** @import { Settings } from './settings.mjs' */
/** @import { Home } from './paths.mjs' */

const hostKeys = ['ed25519', 'ecdsa', 'rsa'].flatMap((type) =>
  ['', '.pub'].map((end) => `ssh_host_${type}_key${end}`),
);

/** Settings that the program reads. */
const passes = ['HOLDFAST_BACKUP_URL', 'HOLDFAST_BACKUP_KEY'];

/**
 * How an installation is reached. `hasSecret`: it was given its secret, so the one that is stored is not its own.
 * @typedef {object} Reached
 * @property {(service: string) => string} databaseUrl
 * @property {Record<string, string>} nodes
 * @property {string} [blobsUrl]
 * @property {string} [otherBlobs]
 * @property {boolean} hasSecret
 */

/**
 * Where the installation has what belongs into a backup; the program reads it as `Installation`.
 * @param {Home} home
 * @param {Reached} reached
 */
const installation = (home, { databaseUrl, nodes, blobsUrl, otherBlobs, hasSecret }) => ({
  schemas: databaseOwners.map((name) => ({
    name,
    databaseUrl: databaseUrl(name),
    credentials: home.credentials(name),
  })),
  nodes,
  blobs: {
    data: home.data('artifact'),
    ...(blobsUrl && { url: blobsUrl }),
    ...(otherBlobs && { other: otherBlobs }),
  },
  files: {
    'access.json': home.access,
    'remote-keys': home.remoteKeys,
    ...Object.fromEntries(hostKeys.map((name) => [`ssh/${name}`, join(home.ssh, name)])),
  },
  ...(!hasSecret && { secrets: home.secrets }),
  restoring: home.restoring,
});

/** Where artifacts lie. @param {NodeJS.ProcessEnv} env */
const blobsOf = ({ HOLDFAST_BLOBS_URL: blobsUrl, HOLDFAST_BLOBS_OTHER_URL: otherBlobs }) => ({
  ...(blobsUrl && { blobsUrl }),
  ...(otherBlobs && { otherBlobs }),
});

/**
 * Does `work` while the database can be reached: that of the running installation, or one that is started for it.
 * @param {Settings} settings
 * @param {{ stopped: boolean }} options `stopped`: the installation must not run, and may be half restored
 * @param {(reached: Reached) => Promise<number>} work
 */
const withDatabase = async (settings, { stopped }, work) => {
  const home = layout(settings.home);
  const running = runningInstance(home);
  if (running && stopped) throw new Complaint('The installation runs: stop it with tools/down');
  if (running) {
    const { artifact } = running.services;
    const databaseUrl = (/** @type {string} */ name) => running.services[name].DATABASE_URL ?? '';
    const { hasSecret = settings.secret !== undefined } = running;
    return work({ databaseUrl, nodes: running.nodes, ...blobsOf(artifact), hasSecret });
  }
  for (const directory of [home.home, home.log]) privateDirectory(directory);
  const instance = new Instance(settings, openLog(home.logFile));
  try {
    await instance.claim({ restoring: stopped });
    const { databaseUrl } = await instance.startInfrastructure();
    const hasSecret = settings.secret !== undefined;
    return await work({ databaseUrl, nodes: nodesOf(settings), ...blobsOf(settings.environment), hasSecret });
  } finally {
    await instance.stop();
  }
};

/** @param {NodeJS.ProcessEnv} env @param {string[]} args @returns {Promise<number>} */
const run = (env, args) => {
  const child = spawn(process.execPath, ['--no-warnings', mainOf('backup'), ...args], {
    env,
    stdio: 'inherit',
  });
  const end = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
  return new Promise((done) => {
    child.once('close', (code) => done(code ?? 1));
  });
};

/**
 * `tools/holdfast backup …`: makes backups and restores them. Answers the status with which the command ends.
 * @param {Settings} settings
 * @param {string[]} args
 */
export const backup = async (settings, args) => {
  const home = layout(settings.home);
  const { environment } = settings;
  const artifact = services.find(({ name }) => name === 'artifact');
  if (!artifact) throw new Complaint('There is no artifact service');
  const parts = { databaseUrl: () => '', natsUrl: '' };
  // What it may need at a bucket is what the artifact service needs there.
  const env = {
    ...environmentOf(artifact, settings, undefined, parts),
    ...Object.fromEntries(passes.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))),
  };
  if (!['create', 'restore'].includes(args[0])) return run(env, args);
  const stopped = args[0] === 'restore';
  return withDatabase(settings, { stopped }, async (reached) => {
    const file = join(home.run, 'backup.json');
    writePrivateJson(file, installation(home, reached));
    return run({ ...env, HOLDFAST_BACKUP_INSTALLATION: file }, args);
  });
};
