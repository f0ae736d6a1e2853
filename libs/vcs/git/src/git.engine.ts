import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  VcsRefusal,
  isIncomingCall,
  isRemoteDeed,
  type CareQuestion,
  type EditProblems,
  type LongWork,
  type RemoteTask,
  type TransferGate,
  type TransferGrant,
  type VcsEngine,
} from '@holdfast/vcs-spi';
import { isReading, isWriting, type GitWriter, type Publication } from './git.operations.js';
import { Forks, type Forking } from './forking/forks.js';
import { gitTraits } from './git.traits.js';
import { lastingFiles } from './lasting-files.js';
import type { RepositoryTemplate } from './making/new-repository.js';
import { templateHere } from './making/template-here.js';
import { GitProcesses } from './process/git-processes.js';
import { ChosenReader } from './nodegit/chosen-reader.js';
import { versionProblem } from './process/git-version.rules.js';
import { claimState, RemoteDesk, TransferTurns, refuseFullDisk } from '@holdfast/vcs-spi/engine';
import { LfsTransfer } from './lfs/lfs-transfer.js';
import { isLfsService } from './lfs/lfs-protocol.js';
import { refSummary } from './reading/ref-summary.js';
import { writeHead } from './refs/head-file.js';
import type { RefTransaction } from './refs/ref-command.js';
import { GitRemotes } from './remote/git-remotes.js';
import { RefWriters } from './writing/ref-writers.js';
import { Announcements } from './transfer/announcements.js';
import { GitTransfer } from './transfer/git-transfer.js';
import { ArchiveTransfer } from './content/archive-transfer.js';
import { FileTransfer } from './content/file-transfer.js';
import { installHooks } from './transfer/pre-receive.hook.js';
import { usualLimits, type TransferLimits } from './transfer/transfer-limits.js';
import { Writers } from './upkeep/writers.js';
import { Housekeeping } from './upkeep/housekeeping.js';
import type { UpkeepSettings } from './upkeep/upkeep-settings.js';
import { FullCheck } from './care/full-check.js';
import { PreparedCommits, type Preparation, type Prepared } from './writing/prepared-commits.js';

export interface GitEngineSettings {
  /** A directory of the engine's own, absolute; its name marks the engine's processes. */
  stateDirectory: string;
  /** The search path of the children. */
  path: string;
  gate: TransferGate;
  limits?: Partial<TransferLimits>;
  upkeep?: Partial<UpkeepSettings>;
  /** As `EngineLimits.networks`. */
  networks?: readonly string[];
  /** As `EngineLimits.nodegit`. */
  nodegit?: string;
}

/** So long may a tag be written (ms). */
const tagPatience = 10_000;

type Operation = (input: unknown) => Promise<unknown>;

/** The half of the git kind that owns processes. It lives where a spawn is cheap: in the byte process. */
export class GitEngine implements VcsEngine, GitWriter {
  readonly id = gitTraits.id;
  readonly lasting = lastingFiles;
  private readonly processes: GitProcesses;
  private readonly announcements = new Announcements((directory) => this.writers.isBusy(directory));
  private readonly writers = new Writers(Date.now(), (directory) => {
    this.announcements.wrote(directory);
    this.settings.gate.storage?.wrote(directory);
  });
  private readonly housekeeping: Housekeeping;
  private readonly refWriters: RefWriters;
  /** Open to tests. */
  readonly reading: ChosenReader;
  private readonly commits: PreparedCommits;
  private readonly forks: Forks;
  private readonly verification: FullCheck;
  private readonly transfer: GitTransfer;
  private readonly lfs: LfsTransfer;
  private readonly files: FileTransfer;
  private readonly archives: ArchiveTransfer;
  private readonly remotes: GitRemotes;
  private readonly desk: RemoteDesk;
  private readonly hooksDirectory: string;
  private readonly answersDirectory: string;
  private template_: Promise<RepositoryTemplate> | undefined;

  constructor(private readonly settings: GitEngineSettings) {
    this.hooksDirectory = join(settings.stateDirectory, 'hooks');
    this.answersDirectory = join(settings.stateDirectory, 'answers');
    const limits = { ...usualLimits, ...settings.limits };
    const { stateDirectory: mark, path } = settings;
    const { pushMemory: memory, gitMemory: together } = limits;
    this.processes = new GitProcesses({ mark, path, memory, ...(together && { together }) });
    this.housekeeping = new Housekeeping(this.processes, this.writers, settings.gate.disk, settings.upkeep);
    this.refWriters = new RefWriters(this.processes, this.writers, limits.naming);
    this.reading = new ChosenReader(this.processes, settings.nodegit);
    const { objects } = this.reading.stock;
    this.commits = new PreparedCommits(this.processes, objects, this.writers, settings.gate);
    this.forks = new Forks(this.processes, () => this.template(), settings.gate.disk);
    this.verification = new FullCheck(this.processes, this.housekeeping);
    const archives = new TransferTurns(limits.archives, limits.queue);
    this.files = new FileTransfer(this.processes, objects, limits);
    this.archives = new ArchiveTransfer(this.processes, objects, archives, limits);
    this.lfs = new LfsTransfer(settings.gate, limits);
    this.remotes = new GitRemotes({
      processes: this.processes,
      gate: settings.gate,
      limits,
      writers: this.writers,
      refWriters: this.refWriters,
      housekeeping: this.housekeeping,
      template: () => this.template(),
      settings: {
        directory: join(settings.stateDirectory, 'remotes'),
        networks: settings.networks ?? [],
        memory: limits.pushMemory,
      },
    });
    this.desk = new RemoteDesk(this.remotes);
    this.transfer = new GitTransfer({
      processes: this.processes,
      gate: settings.gate,
      writers: this.writers,
      housekeeping: this.housekeeping,
      hooksDirectory: this.hooksDirectory,
      answersDirectory: this.answersDirectory,
      announcements: this.announcements,
      archives,
      limits,
    });
  }

  async start(): Promise<void> {
    await claimState(this.settings.stateDirectory);
    await installHooks(this.hooksDirectory);
    await rm(this.answersDirectory, { recursive: true, force: true });
    await mkdir(this.answersDirectory, { mode: 0o700 });
    await this.remotes.start();
    this.reading.start();
  }

  async call(operation: string, input: unknown): Promise<unknown> {
    if (isReading(operation)) return (this.reading.reader[operation] as Operation)(input);
    if (isWriting(operation)) return (this[operation] as Operation)(input);
    if (isIncomingCall(operation)) return (this.desk[operation] as Operation).call(this.desk, input);
    throw new TypeError(`git has no operation ${operation}`);
  }

  async work(operation: string, input: unknown, waiting: LongWork): Promise<unknown> {
    const { directory, company = '' } = input as CareQuestion;
    if (operation === 'verify') return this.verification.run(directory, waiting);
    if (operation === 'maintain') return this.housekeeping.all(directory, company, waiting.signal);
    if (isRemoteDeed(operation)) return this.desk.work(operation, input as RemoteTask, waiting);
    throw new TypeError(`git has no long work ${operation}`);
  }

  exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { archive, file } = grant;
    if (archive) return this.archives.exchange({ ...grant, archive }, response);
    if (file) return this.files.exchange({ ...grant, file }, response);
    if (isLfsService(grant.service)) return this.lfs.exchange(grant, request, response);
    return this.transfer.exchange(grant, request, response);
  }

  async health(): Promise<{ ready: boolean; version?: string; problem?: string }> {
    try {
      const { version } = await this.template();
      const problem = versionProblem(version) ?? this.reading.problem;
      return { ready: true, version, ...(problem === undefined ? {} : { problem }) };
    } catch (error) {
      return { ready: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.housekeeping.stop(), this.commits.stop(), this.desk.stop()]);
    this.refWriters.close();
    this.reading.close();
    await this.processes.stop();
  }

  summary(directory: string): Promise<string> {
    return refSummary(this.processes, directory);
  }

  template(): Promise<RepositoryTemplate> {
    this.template_ ??= templateHere(this.processes, this.settings.stateDirectory).catch((error: unknown) => {
      this.template_ = undefined;
      throw error;
    });
    return this.template_;
  }

  async fork(asked: Forking): Promise<void> {
    await refuseFullDisk(this.settings.gate.disk);
    await this.forks.make(asked);
    this.housekeeping.forked(asked.directory, asked.reading.owner.company);
  }

  async updateRefs(update: RefTransaction): Promise<void> {
    if (update.changes.some(({ verb }) => verb !== 'delete')) await refuseFullDisk(this.settings.gate.disk);
    const { directory, reading } = update;
    const isLong = await this.refWriters.write(update);
    if (isLong) this.housekeeping.hasLongTexts(directory, reading.owner.company);
    else this.housekeeping.wrote(directory);
  }

  async writeTag({ directory, text }: { directory: string; text: string }): Promise<string> {
    await refuseFullDisk(this.settings.gate.disk);
    // `git mktag` would read the commit as well, which has been looked at, and may take long.
    const command = { command: 'hash-object' as const, directory, flags: ['-t', 'tag', '-w', '--stdin'] };
    const write = () => this.processes.run(command, { input: text, timeout: tagPatience });
    const { code, stdout, stderr } = await this.writers.during(directory, write);
    if (code !== 0) throw new VcsRefusal('not_a_commit', stderr.split('\n', 1)[0]);
    this.housekeeping.wrote(directory);
    return stdout.trim();
  }

  async prepareCommit(asked: Preparation): Promise<Prepared | { problems: EditProblems }> {
    await refuseFullDisk(this.settings.gate.disk);
    return this.commits.prepare(asked);
  }

  async publishCommit({ name, change, ...where }: Publication): Promise<void> {
    await this.commits.publish(name, () => this.updateRefs({ ...where, changes: [change] }));
  }

  discardCommit({ name }: { name: string }): Promise<void> {
    return this.commits.discard(name);
  }

  async setHead({ directory, branch }: { directory: string; branch: string }): Promise<void> {
    await this.writers.during(directory, () => writeHead(directory, `refs/heads/${branch}`));
  }

  forget({ directory }: { directory: string }): Promise<void> {
    this.refWriters.forget(directory);
    this.transfer.forget(directory);
    this.reading.forget(directory);
    this.housekeeping.forget(directory);
    this.writers.forget(directory);
    this.announcements.wrote(directory);
    return Promise.resolve();
  }
}
