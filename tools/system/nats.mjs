import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Part } from './part.mjs';
import { privateDirectory, writePrivate } from './private-files.mjs';
import { accountsText } from './broker-accounts.mjs';
import { brokerUsers } from './nats-permissions.mjs';
import { findNatsServer } from './setup/nats-server.mjs';

/** The largest message: what could be larger travels as a stream between the services. */
export const maxPayload = 8 * 1024 * 1024;

/** @param {{ directory: string, port: number, accounts: string, more: string }} options */
const configuration = ({ directory, port, accounts, more }) => `# written at every start
server_name: holdfast
listen: "127.0.0.1:${port}"
max_payload: ${maxPayload}
# of parts that say nothing any more, others take over what is asked of them
ping_interval: "5s"
ping_max: 2
jetstream {
  store_dir: ${JSON.stringify(join(directory, 'jetstream'))}
  max_memory_store: 16MB
  max_file_store: 2GB
  sync_interval: always # what it has confirmed is on its disk
}
${more}${accounts}`;

/**
 * Earlier code had all streams in one account; each goes into that of its service, with what waits in it.
 * @param {string} store
 * @param {import('./nats-permissions.mjs').BrokerUser[]} users
 */
const moveStreams = (store, users) => {
  const before = join(store, '$G', 'streams');
  const streams = existsSync(before) ? readdirSync(before) : [];
  for (const { name, streams: { account } = {} } of users) {
    const after = join(store, account ?? '', 'streams');
    for (const stream of account ? streams.filter((each) => each.endsWith(`_${name}`)) : []) {
      mkdirSync(after, { recursive: true });
      if (!existsSync(join(after, stream))) renameSync(join(before, stream), join(after, stream));
    }
  }
};

/**
 * The broker on a port of the loopback interface.
 * @param {object} options
 * @param {string} options.directory
 * @param {number} options.port
 * @param {import('./broker-accounts.mjs').BrokerLogin[]} options.logins who may connect
 * @param {(line: string) => void} options.log
 * @param {string} options.pidFile
 * @param {NodeJS.ProcessEnv} options.environment
 * @param {import('./nats-permissions.mjs').BrokerUser[]} [options.users] others than those of the contracts
 * @param {string} [options.more] further lines of the configuration
 * @param {number} [options.copies] the most servers that may keep each event
 */
export const natsPart = async ({
  directory,
  port,
  logins,
  log,
  pidFile,
  environment,
  users: given,
  more = '',
  copies,
}) => {
  privateDirectory(directory);
  privateDirectory(join(directory, 'jetstream'));
  const file = join(directory, 'nats.conf');
  const users = given ?? (await brokerUsers());
  moveStreams(join(directory, 'jetstream', 'jetstream'), users);
  writePrivate(file, configuration({ directory, port, accounts: accountsText(users, logins, copies), more }));
  const program = findNatsServer();
  if (!program || !existsSync(program)) throw new Error('nats-server is not installed');
  return new Part({
    name: 'nats',
    command: program,
    args: ['--config', file],
    env: { PATH: environment.PATH ?? '/usr/bin:/bin' },
    cwd: directory,
    readyWhen: /Server is ready/,
    quietWhen: /\[INF\]|Plaintext passwords detected/, // the file with them is readable by its owner only
    log,
    pidFile,
  });
};
