import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Part } from './part.mjs';
import { privateDirectory, writePrivate } from './private-files.mjs';
import { brokerUsers, userLine } from './nats-permissions.mjs';
import { findNatsServer } from './setup/nats-server.mjs';

/** The largest message: what could be larger travels as a stream between the services. */
export const maxPayload = 8 * 1024 * 1024;

const configuration = ({ directory, port, users }) => `# written at every start
server_name: holdfast
listen: "127.0.0.1:${port}"
max_payload: ${maxPayload}
jetstream { store_dir: ${JSON.stringify(join(directory, 'jetstream'))} }
authorization {
  users: [
${users.join('\n')}
  ]
}
`;

/**
 * The broker on a port of the loopback interface.
 * `passwordOf(user)` gives each its password. With `everything`, a user of that name may do anything (for tests
 * that bring their own services).
 */
export const natsPart = ({ directory, port, passwordOf, everything, log, pidFile, environment }) => {
  privateDirectory(directory);
  privateDirectory(join(directory, 'jetstream'));
  const users = brokerUsers().map((user) => userLine(user, passwordOf(user.name)));
  if (everything)
    users.push(`    { user: ${everything}, password: ${JSON.stringify(passwordOf(everything))} }`);
  const file = join(directory, 'nats.conf');
  writePrivate(file, configuration({ directory, port, users }));
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
