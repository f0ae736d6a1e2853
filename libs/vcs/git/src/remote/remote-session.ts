import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  VcsRefusal,
  type BroughtFile,
  type LongWork,
  type RemoteSource,
  type WorkProgress,
} from '@holdfast/vcs-spi';
import {
  duringRemote,
  mustGoOn,
  watchedRemote,
  type OutgoingProxy,
  type Watched,
} from '@holdfast/vcs-spi/engine';
import type { GitCommand } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from '../process/exit-of.js';
import { fileConfig, remoteConfig } from './remote-config.js';
import { remoteFailure } from './remote-failure.js';
import { SaidLines } from './said-lines.js';
import { tellEvents } from './told-events.js';

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
  /** The file in which it writes down what it does, which programs it starts for instance; absolute. */
  events?: string;
}

/** So long after a line of git about its own work that is still being done (ms). */
const ownWork = 10_000;

/** As git writes down that it knows in which version a remote speaks. */
const spoken = /"event":"data".*"key":"negotiated-version"/;

/** One remote, with the way to it, for as long as `during` lasts. */
export class RemoteSession {
  /** When git last said that it works on what is here (ms since the epoch). */
  private worked = -Infinity;

  private constructor(
    private readonly processes: GitProcesses,
    private readonly memory: number,
    private readonly config: string,
    private readonly secrets: readonly string[],
    /** Undefined: it is a file. */
    private readonly way: OutgoingProxy | undefined,
    /** Bytes of the file. */
    private readonly size = 0,
  ) {}

  static async during<T>(
    processes: GitProcesses,
    settings: RemoteSettings,
    remote: RemoteSource | BroughtFile,
    work: (session: RemoteSession) => Promise<T>,
  ): Promise<T> {
    const { networks, memory } = settings;
    if ('file' in remote) {
      const { file } = remote;
      await mustBeBundle(file);
      const { size } = await stat(file);
      return withConfig(settings, fileConfig(file), (config) =>
        work(new RemoteSession(processes, memory, config, [], undefined, size)),
      );
    }
    const { username, password } = remote;
    return duringRemote(remote, { networks }, ({ url, proxy }) => {
      const login = { ...(username && { username }), ...(password && { password }) };
      const secrets = [password ?? '', proxy.password];
      return withConfig(settings, remoteConfig({ url: url.href, ...login, proxy }), (config) =>
        work(new RemoteSession(processes, memory, config, secrets, proxy)),
      );
    });
  }

  /** What the remote was sent so far (bytes): where things are given to it, that is what comes of it. */
  get sent(): number {
    return this.way?.sent ?? 0;
  }

  /** As `watchedRemote`. */
  watched<T>(
    watched: Partial<Pick<Watched, 'room' | 'written'>>,
    waiting: LongWork,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const isOurs = (): boolean => !this.way || Date.now() - this.worked < ownWork;
    const passed = this.way ?? { received: 0, sent: 0 };
    return watchedRemote(passed, { ...watched, isOurs, before: this.size }, waiting, work);
  }

  /**
   * As `run`; answers whether the remote has spoken the protocol of git, or is a file. Of one that answers something
   * else git says nothing, where it finds no line of plain files in that.
   */
  async speaks(command: GitCommand, running: Omit<Running, 'events'>): Promise<boolean> {
    const events = `${this.config}.events`;
    try {
      await this.run(command, { ...running, events });
      let hasSpoken = !this.way;
      await tellEvents(events, (line) => (hasSpoken ||= spoken.test(line)));
      return hasSpoken;
    } finally {
      await rm(events, { force: true });
    }
  }

  /**
   * Runs a program that speaks with the remote to its end. Answers the beginning of what it has complained about.
   * @throws VcsRefusal `remote`, `too_large`, `no_room`
   */
  async run(command: GitCommand, { signal, tell, take, events }: Running): Promise<string> {
    const child = this.processes.start(command, ['ignore', 'pipe', 'pipe'], {
      environment: { GIT_CONFIG_GLOBAL: this.config, ...(events && { GIT_TRACE2_EVENT: events }) },
      memory: this.memory,
      yielding: true,
      signal,
    });
    const said = new SaidLines(tell ?? (() => undefined), () => (this.worked = Date.now()));
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
    if (enough || code === 0) return said.end();
    mustGoOn(signal);
    if (this.way?.refusal !== undefined) throw new VcsRefusal('remote', this.way.refusal);
    throw remoteFailure(said.end(), this.secrets);
  }
}

/** git takes other files for the places of repositories. @throws VcsRefusal `remote` */
const mustBeBundle = async (path: string): Promise<void> => {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0).finally(() => file.close());
  if (!/^# v\d git bundle\n/.test(buffer.toString('latin1', 0, bytesRead)))
    throw new VcsRefusal('remote', 'the file is no bundle of git');
};

/** The path of a file with this configuration, for as long as `work` lasts. */
const withConfig = async <T>(
  { directory }: RemoteSettings,
  text: string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const config = join(directory, `${randomUUID()}.config`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(config, text, { mode: 0o600, flag: 'wx' });
    return await work(config);
  } finally {
    await rm(config, { force: true });
  }
};
