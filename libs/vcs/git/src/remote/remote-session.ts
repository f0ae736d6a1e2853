import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VcsRefusal, type WorkProgress, type RemoteSource } from '@holdfast/vcs-spi';
import { duringRemote, watchedRemote, type OutgoingProxy, type Watched } from '@holdfast/vcs-spi/engine';
import type { GitCommand } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from '../transfer/conversation.js';
import { remoteConfig } from './remote-config.js';
import { remoteFailure } from './remote-failure.js';
import { SaidLines } from './said-lines.js';

export interface RemoteSettings {
  /** For files with secrets: a directory of the engine's own, absolute. */
  directory: string;
  /** Networks that the operator has opened, besides the public ones. */
  networks: readonly string[];
  /** Most bytes of data of each program. */
  memory: number;
}

interface Running {
  signal: AbortSignal;
  tell?: (now: WorkProgress) => void;
  /** Takes what it says; false: no more is wanted. */
  take?: (piece: Buffer) => boolean;
}

/** One remote, with the way to it, for as long as `during` lasts. */
export class RemoteSession {
  private constructor(
    private readonly processes: GitProcesses,
    private readonly memory: number,
    private readonly config: string,
    private readonly secrets: readonly string[],
    readonly proxy: OutgoingProxy,
  ) {}

  static during<T>(
    processes: GitProcesses,
    { directory, networks, memory }: RemoteSettings,
    remote: RemoteSource,
    work: (session: RemoteSession) => Promise<T>,
  ): Promise<T> {
    const { username, password } = remote;
    return duringRemote(remote, { networks }, async ({ url, proxy }) => {
      const config = join(directory, `${randomUUID()}.config`);
      try {
        const login = { ...(username && { username }), ...(password && { password }) };
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeFile(config, remoteConfig({ url: url.href, ...login, proxy }), {
          mode: 0o600,
          flag: 'wx',
        });
        const secrets = [password ?? '', proxy.password];
        return await work(new RemoteSession(processes, memory, config, secrets, proxy));
      } finally {
        await rm(config, { force: true });
      }
    });
  }

  /** As `watchedRemote`. */
  watched<T>(
    watched: Partial<Pick<Watched, 'room' | 'written'>>,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return watchedRemote(this.proxy, watched, signal, work);
  }

  /** Runs a program that speaks with the remote to its end. @throws VcsRefusal `remote`, `too_large`, `no_room` */
  async run(command: GitCommand, { signal, tell, take }: Running): Promise<void> {
    const child = this.processes.start(command, ['ignore', 'pipe', 'pipe'], {
      environment: { GIT_CONFIG_GLOBAL: this.config },
      memory: this.memory,
      yielding: true,
      signal,
    });
    const said = new SaidLines(tell ?? (() => undefined));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => said.hear(text));
    let enough = false;
    child.stdout?.on('data', (piece: Buffer) => {
      if (enough || !take || take(piece)) return;
      enough = true;
      this.processes.end(child);
    });
    const closed = new Promise<void>((resolve) => child.once('close', resolve).once('error', resolve));
    const { code } = await exitOf(child);
    await closed;
    if (enough || code === 0) return;
    if (signal.aborted) throw new VcsRefusal('unavailable', 'it was stopped');
    if (this.proxy.refusal !== undefined) throw new VcsRefusal('remote', this.proxy.refusal);
    throw remoteFailure(said.end(), this.secrets);
  }
}
