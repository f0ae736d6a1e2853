import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from '../system/complaint.mjs';
import { toolsDirectory } from '../system/paths.mjs';
import { freePort } from '../system/ports.mjs';
import { unpackPackages } from '../system/setup/system-packages.mjs';
import { run } from './load.mjs';

/** @import { Bench } from './bench.mjs' */

const beside = join(toolsDirectory, 'sshd');
const ofTheMachine = '/usr/sbin/sshd';

/** Whether the machine has a user of this name. @param {string} name */
const knows = (name) =>
  run('id', [name]).then(
    () => true,
    () => false,
  );

/** The stock server by its whole path, on which it insists, and what it runs with. */
const server = async () => {
  if (existsSync(ofTheMachine)) return { program: ofTheMachine, env: process.env };
  const program = join(beside, ofTheMachine);
  if (!existsSync(program)) {
    mkdirSync(beside, { recursive: true });
    const { ok, output } = await unpackPackages(beside, 'openssh-server', 'libwrap0');
    if (!ok) throw new Complaint(`openssh-server could not be unpacked:\n${output}`);
  }
  // Its package makes this user, as whom it talks to strangers where it is root.
  if (process.getuid?.() === 0 && !(await knows('sshd')))
    await run('useradd', ['--system', '--no-create-home', '--home-dir', '/run/sshd', 'sshd']);
  const libraries = readdirSync(join(beside, 'usr/lib')).map((each) => join(beside, 'usr/lib', each));
  return { program, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } };
};

/** @param {{ directory: string, port: number }} options */
const configuration = ({ directory, port }) => `
ListenAddress 127.0.0.1:${port}
HostKey ${directory}/host
AuthorizedKeysFile ${directory}/key.pub
StrictModes no
UsePAM no
PidFile none
MaxStartups 200
PrintMotd no
PasswordAuthentication no
`;

/** @param {number} port */
const answers = (port) =>
  /** @type {Promise<boolean>} */ (
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).once('error', () => done(false));
      socket.once('close', () => socket.destroy()).end();
    })
  );

/**
 * The stock `sshd` on a port of its own, and a key that opens it and the installation alike; made once in a run.
 * @param {Bench} bench
 */
export const sshDoors = (bench) =>
  bench.once('ssh', async () => {
    const directory = join(bench.directory, 'ssh');
    mkdirSync(directory);
    // Where it is root it wants a directory to lock itself into.
    if (process.getuid?.() === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });
    for (const name of ['host', 'key'])
      await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(directory, name)]);
    const port = await freePort();
    const settings = join(directory, 'sshd_config');
    writeFileSync(settings, configuration({ directory, port }));
    const { program, env } = await server();
    bench.baseline.run(program, ['-D', '-e', '-f', settings], env);
    for (let wait = 0; !(await answers(port)); wait += 1) {
      if (wait > 100) throw new Error(`${program} does not start with ${settings}`);
      await sleep(50);
    }
    const content = readFileSync(join(directory, 'key.pub'), 'utf8').trim();
    await bench.installation.api('POST', '/account/ssh_keys', { title: 'bench', content });
    const options = [
      'IdentitiesOnly=yes',
      'StrictHostKeyChecking=no',
      'UserKnownHostsFile=/dev/null',
      'LogLevel=ERROR',
    ];
    const command = [
      'ssh',
      '-F',
      'none',
      '-i',
      join(directory, 'key'),
      ...options.flatMap((each) => ['-o', each]),
    ];
    return {
      /** For processes of git that connect. */
      environment: { GIT_SSH_COMMAND: command.join(' ') },
      /** The address of a directory at the stock server. @param {string} path */
      stock: (path) => `ssh://${userInfo().username}@127.0.0.1:${port}${path}`,
    };
  });
