import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch, unique } from '../scratch.js';
import type { Person } from '../world.js';
import { run, type Ended } from './program.js';

/** The machine of somebody with a key, whose ssh knows no other key and no configuration. */
export class SshClient {
  /** Where git goes instead of to addresses that begin so. */
  instead: { of: string; to: string } | undefined;

  private constructor(
    readonly directory: string,
    readonly keyFile: string,
    /** The socket of the agent that has the key; absent: the key lies in its file. */
    private readonly agent?: string,
  ) {}

  /** With a new key of this type (`-t` of ssh-keygen, and `-b`). */
  static async make(type = 'ed25519', bits?: number): Promise<SshClient> {
    const directory = await SshClient.home();
    const keyFile = join(directory, 'key');
    const size = bits === undefined ? [] : ['-b', String(bits)];
    const made = await run('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-f', keyFile], {
      cwd: directory,
    });
    if (made.status !== 0) throw new Error(made.output);
    return new SshClient(directory, keyFile);
  }

  /** With a key that an agent has. */
  static async behind({ socket, publicKey }: { socket: string; publicKey: string }): Promise<SshClient> {
    const directory = await SshClient.home();
    const keyFile = join(directory, 'key');
    await writeFile(`${keyFile}.pub`, publicKey);
    return new SshClient(directory, keyFile, socket);
  }

  private static async home(): Promise<string> {
    const directory = join(await scratch(), 'ssh');
    await mkdir(directory, { mode: 0o700 });
    return directory;
  }

  /** With a new key that the person has stored. */
  static async of(person: Person, type?: string, bits?: number): Promise<SshClient> {
    const client = await SshClient.make(type, bits);
    await client.store(person);
    return client;
  }

  get privateKey(): Promise<string> {
    return readFile(this.keyFile, 'utf8');
  }

  get publicKey(): Promise<string> {
    return readFile(`${this.keyFile}.pub`, 'utf8');
  }

  /** Answers the id of the stored key. */
  async store(person: Person): Promise<string> {
    const content = (await this.publicKey).trim();
    return (await person.client.call('ssh_key.create', { body: { title: unique('key'), content } })).id;
  }

  /** What ssh is called with to use this key, and nothing else. */
  get options(): string[] {
    const set = {
      IdentityFile: this.keyFile,
      IdentitiesOnly: 'yes',
      BatchMode: 'yes',
      StrictHostKeyChecking: 'accept-new',
      UserKnownHostsFile: join(this.directory, 'known_hosts'),
      ...(this.agent !== undefined && { IdentityAgent: this.agent }),
    };
    return ['-F', 'none', ...Object.entries(set).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
  }

  /** Settings of git that make it use this machine's ssh. */
  get configuration(): string[] {
    const { instead } = this;
    const elsewhere = instead ? ['-c', `url.${instead.to}.insteadOf=${instead.of}`] : [];
    return [...elsewhere, '-c', `core.sshCommand=${['ssh', ...this.options].join(' ')}`];
  }

  /** Runs ssh to the host and port of a URL. */
  ssh(url: string, ...words: string[]): Promise<Ended> {
    const { username, hostname, port } = new URL(url);
    const options = words.filter((word) => word.startsWith('-'));
    const command = words.filter((word) => !word.startsWith('-'));
    return run('ssh', [...this.options, '-p', port, ...options, `${username}@${hostname}`, ...command], {
      cwd: this.directory,
      // Where no display is: it may be asked for all the same.
      env: { DISPLAY: '127.0.0.1:99' },
      timeout: 30_000,
    });
  }
}
