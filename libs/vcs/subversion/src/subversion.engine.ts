import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { within } from '@holdfast/kernel';
import {
  isIncomingCall,
  isRemoteDeed,
  refParts,
  VcsRefusal,
  type CareQuestion,
  type EngineSettings,
  type LongWork,
  type RemoteTask,
  type TransferGrant,
  type VcsEngine,
} from '@holdfast/vcs-spi';
import { ChildProcesses, claimState, LocalEngine, PartedAnswers, RemoteDesk } from '@holdfast/vcs-spi/engine';
import { RevisionArchives } from './content/revision-archives.js';
import { RevisionFileTransfer } from './content/revision-file-transfer.js';
import { youngestIn } from './process/youngest.js';
import { CommandLine } from './process/command-line.js';
import { KnownVersion } from './process/known-version.js';
import { ReadLeases } from './process/read-leases.js';
import { findPrograms } from './process/programs.js';
import { ViewDirectories } from './process/view-directories.js';
import { History } from './reading/history.js';
import { RevisionDiff } from './reading/revision-diff.js';
import { mostRead, SubversionReader } from './reading/subversion-reader.js';
import { DavClient } from './server/dav-client.js';
import { DavServer, keptConnections } from './server/dav-server.js';
import { SubversionRemotes } from './remote/subversion-remotes.js';
import { readDefaultFile } from './refs/default-file.js';
import { RefReader, type NamedRevisions } from './reading/ref-reader.js';
import { HookQuestions } from './session/hook-questions.js';
import { installHooks, type HookDirectories } from './session/asking-hooks.js';
import { SvnserveSessions } from './session/svnserve-sessions.js';
import { isOperation, type SubversionOperations } from './subversion.operations.js';
import { subversionTraits } from './subversion.traits.js';
import { DavTransfer } from './transfer/dav-transfer.js';
import { KeptAnswers } from './transfer/kept-answers.js';
import { usualLimits, type SubversionLimits } from './transfer/subversion-limits.js';
import { checkRevisions } from './upkeep/revision-check.js';
import { RevisionUpkeep } from './upkeep/revision-upkeep.js';
import { BranchCommits } from './writing/branches.js';
import { CommitTurns } from './writing/commit-turns.js';
import { LookTurns } from './writing/look-turns.js';
import { TransactionGates } from './writing/transaction-gates.js';
import { TransactionContents } from './writing/transaction-contents.js';
import { mostAsked } from './writing/transaction-questions.js';
import { makeRepository } from './writing/new-repository.js';

export interface SubversionEngineSettings extends Omit<EngineSettings, 'limits'> {
  limits?: Partial<SubversionLimits>;
  /** As `EngineLimits.networks`. */
  networks?: readonly string[];
}

type Operation = (input: unknown) => Promise<unknown>;

/** So long marks may take that are written when the engine stops (ms). */
const marking = 5_000;

/** The half of the kind that owns processes: one web server for all repositories, and short programs. */
export class SubversionEngine implements VcsEngine {
  readonly id = subversionTraits.id;
  private readonly children: ChildProcesses;
  private readonly commands: CommandLine;
  private readonly version: KnownVersion;
  private readonly server: DavServer;
  /** Carries what clients ask. */
  private readonly connections: LocalEngine;
  /** Carries our own questions. */
  private readonly client: DavClient;
  private readonly views: ViewDirectories;
  private readonly questions: HookQuestions;
  private readonly sessions: SvnserveSessions;
  private readonly transfer: DavTransfer;
  private readonly files: RevisionFileTransfer;
  private readonly archives: RevisionArchives;
  private readonly housekeeping: RevisionUpkeep;
  private readonly remotes: SubversionRemotes;
  private readonly desk: RemoteDesk;
  private readonly operations: SubversionOperations;
  private hooks: HookDirectories | undefined;

  constructor(private readonly settings: SubversionEngineSettings) {
    const { stateDirectory: state, path, gate } = settings;
    const limits = { ...usualLimits, ...settings.limits };
    const children = new ChildProcesses(state);
    this.children = children;
    this.commands = new CommandLine(children, path, join(state, 'client'), limits.diffMemory);
    this.version = new KnownVersion((svn) => this.commands.must(svn, ['--version', '--quiet']));
    const { reads, writes, archives, left, memory } = limits;
    // What waits for a connection is not seen by those who would have to give way to it: so whatever has a turn finds
    // one.
    const transfers = reads.total + writes.total;
    const asking = { questions: mostRead + mostAsked, contents: reads.total + archives.total };
    this.server = new DavServer({
      ...{ children, directory: join(state, 'server'), path, left, memory },
      connections: transfers + asking.questions + asking.contents,
    });
    const { server } = this;
    this.connections = new LocalEngine(() => server.address, transfers, server.giveUp, keptConnections);
    this.views = new ViewDirectories(join(state, 'views'), join(state, 'hooks'));
    const transactions = new TransactionGates();
    this.housekeeping = new RevisionUpkeep(this.commands, gate, transactions);
    const { connections, views, commands } = this;
    this.client = new DavClient(server, views, asking);
    const reader = new SubversionReader(this.client);
    const history = new History(reader);
    const refs = new RefReader(reader, limits.refs);
    this.files = new RevisionFileTransfer(reader, limits);
    this.archives = new RevisionArchives(reader, limits);
    const diff = new RevisionDiff(commands, views);
    const leases = new ReadLeases();
    const commits = new CommitTurns(limits.shares, undefined, leases);
    const looks = new LookTurns();
    const committed = (directory: string): void => this.housekeeping.wrote(directory);
    const written = (directory: string): void => {
      gate.storage?.wrote(directory);
      this.housekeeping.asked(directory);
    };
    const contents = new TransactionContents(this.client);
    const making = { gate, commits, looks, contents, transactions, written, committed };
    const answers = new KeptAnswers(limits.remembered, leases);
    this.transfer = new DavTransfer({ server, connections, views, answers, ...making, limits });
    this.sessions = new SvnserveSessions({
      ...{ children, path, ...making, limits },
      revising: (changed) => answers.revising(changed),
      directory: join(state, 'sessions'),
      hooks: () => this.hooks?.asking ?? state,
    });
    this.questions = new HookQuestions(this.sessions.asked);
    const { networks = [] } = settings;
    const directory = join(state, 'remotes');
    this.remotes = new SubversionRemotes({
      ...{ children, commands, path, directory, networks, gate, commits, committed },
      renamed: (changed) => views.renew(changed),
      memory: limits.importMemory,
    });
    this.desk = new RemoteDesk(this.remotes);
    const { disk, storage } = gate;
    const parted = new PartedAnswers();
    const branches = new BranchCommits({ commands, views, history, refs, commits, disk, storage, committed });
    this.operations = {
      create: (asked) => makeRepository(commands, asked),
      refs: async (asked) => {
        const { branches, tags } = await refs.all(asked);
        const told = async (names: NamedRevisions) => parted.begin(await refParts(names)).first;
        return { branches: await told(branches), tags: await told(tags) };
      },
      nextPart: ({ more }) => Promise.resolve(parted.next(more)),
      ref: (asked) => refs.one(asked),
      commits: (asked) => history.commits(asked),
      log: (asked) => history.log(asked),
      entry: (asked) => history.entry(asked),
      level: (asked) => history.level(asked),
      files: (asked) => history.files(asked),
      changes: (asked) => diff.changes(asked),
      planBranch: (asked) => branches.plan(asked),
      createBranch: (asked) => branches.create(asked),
      deleteBranch: (asked) => branches.delete(asked),
      madeRef: ({ directory, revision }) => commands.markOf(directory, revision),
      health: () => this.health(),
      forget: ({ directory }) => this.forget(directory),
    };
  }

  /** The server is started when it is first needed. */
  async start(): Promise<void> {
    const { stateDirectory: state, path } = this.settings;
    await claimState(state);
    await rm(join(state, 'views'), { recursive: true, force: true });
    await this.sessions.start();
    await this.remotes.start();
    const perl = await findPrograms(path).then(
      ({ perlProgram }) => perlProgram,
      () => '/usr/bin/perl',
    );
    this.hooks = await installHooks(state, perl, await this.questions.listen());
  }

  async call(operation: string, input: unknown): Promise<unknown> {
    if (isIncomingCall(operation)) return (this.desk[operation] as Operation).call(this.desk, input);
    if (!isOperation(operation)) throw new TypeError(`subversion has no operation ${operation}`);
    return (this.operations[operation] as Operation)(input);
  }

  work(operation: string, input: unknown, waiting: LongWork): Promise<unknown> {
    if (isRemoteDeed(operation)) return this.desk.work(operation, input as RemoteTask, waiting);
    const { directory } = input as CareQuestion;
    if (operation === 'verify') return checkRevisions(this.commands, directory, waiting);
    if (operation === 'maintain') return this.housekeeping.all(directory, waiting);
    return Promise.reject(new TypeError(`subversion has no long work ${operation}`));
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { archive, file } = grant;
    if (archive) return this.archives.exchange({ ...grant, archive }, response);
    if (file) return this.files.exchange({ ...grant, file }, response);
    if (grant.service.startsWith('serve')) return this.sessions.exchange(grant, request, response);
    return this.transfer.exchange(grant, request, response);
  }

  async health(): Promise<{ ready: boolean; version?: string; problem?: string }> {
    try {
      const { client } = await findPrograms(this.settings.path);
      if (this.server.isStarted) await this.server.answers();
      const version = await this.version.of(client);
      return { ready: true, version: version.trim() };
    } catch (error) {
      const message = error instanceof VcsRefusal || error instanceof Error ? error.message : String(error);
      return { ready: false, problem: message };
    }
  }

  /** The newest revision stands for all before it. */
  async summary(directory: string): Promise<string> {
    const [uuid, head] = await Promise.all([
      readFile(join(directory, 'db', 'uuid'), 'utf8'),
      readDefaultFile(directory),
    ]);
    return `${uuid.split('\n', 1)[0]} ${await youngestIn(directory)} ${head ?? ''}`;
  }

  async stop(): Promise<void> {
    this.questions.close();
    await this.desk.stop();
    await this.housekeeping.stop();
    this.client.close();
    this.connections.close();
    await this.server.stop();
    // What was cut off by that has its marks then.
    await within(marking, this.transfer.settled(), () => undefined);
    await this.children.stop();
  }

  private async forget(directory: string): Promise<void> {
    this.housekeeping.forget(directory);
    await this.views.forget(directory);
  }
}
