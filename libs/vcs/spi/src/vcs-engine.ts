import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LongWork } from './long-work.js';
import type { RefUpdate, RefRefusal } from './push-terms.js';
import type { DiskGate, StorageGate } from './storage-gates.js';
import type { EngineRequest } from './vcs-http.js';
import type { LockAnswer, LockQuestion } from './vcs-locks.js';
import type { SigningQuestion } from './vcs-signature.js';

/** A file of a repository whose bytes are asked for. */
export interface ContentGrant {
  /** The id of its object. */
  id: string;
  /** The full id of a commit in which it lies, and its path there. */
  commit: string;
  path: string;
  /** What the request asks for leads to this object for ever. */
  lasting: boolean;
}

/** An archive of the files of a commit that is asked for. */
export interface ArchiveGrant {
  /** The full id of the commit. */
  commit: string;
  format: 'tar.gz' | 'zip';
  /** What it is called when it is saved: letters, digits, `.`, `_` and `-`. */
  name: string;
  /** Only what is there, from the root of the repository: a directory or a file. It keeps its whole path. */
  path?: string;
  /** Stands before each path in the archive. */
  prefix?: string;
  /** What the request asks for leads to this commit for ever. */
  lasting: boolean;
}

/** The pass (`VcsCommands`) with which a request has come over HTTP. */
export interface PresentedPass {
  /** What it was given for: one of the kind's `passes`. */
  word: string;
  /** The value of the header that presents it. It goes back to nobody but this client. */
  authorization: string;
}

/** What a ticket allows: one HTTP exchange with one repository. */
export interface TransferGrant {
  /** The id of the kind. */
  kind: string;
  /** The kind's word for the transfer: one of its `transfers`. */
  service: string;
  /** The one request that it allows. */
  exchange: EngineRequest;
  /** Absolute path of the repository. */
  directory: string;
  /** The uuid of the repository. */
  repository: string;
  /** Who makes the transfer. Engines do not look into it: it goes back to the `TransferGate` as it came. */
  principal: unknown;
  /** Names the request in our logs. Errors may tell it. */
  requestId?: string;
  /** The public address of the repository over HTTP, without a slash at its end. */
  address?: string;
  /** The pass that the client came with. */
  pass?: PresentedPass;
  /** The id of the account, for histories that say who wrote. Absent where nothing is written. */
  author?: string;
  /** Whose transfer it is (uuids). Turns are shared fairly between companies, and accounts in them. */
  owner: { company: string; account: string };
  limits?: { maxInputBytes?: number };
  /** No more may be stored than `StorageGate.room` has allowed. */
  metered?: true;
  /** No transfer of the kind, but this file, by the rules of HTTP for conditions and ranges. */
  file?: ContentGrant;
  /** No transfer of the kind, but this archive. */
  archive?: ArchiveGrant;
  /** It may write to the repository. */
  writes?: true;
}

/** A push whose objects have arrived. They are not part of the repository yet. */
export interface ReceivedPush {
  /** Names the push between its decision and its report. */
  id: string;
  kind: string;
  directory: string;
  repository: string;
  principal: unknown;
  /** They may be many, and are read anew each time somebody iterates over them. */
  updates: Iterable<RefUpdate>;
  options: string[];
  /** The push is refused if it is not decided by then (milliseconds since the epoch). Each step takes what is left. */
  deadline: number;
  /** Which of these refs (full names, out of `updates`) would lose commits. It is costly: ask about few. */
  forced(refs: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A push whose updates are all in memory, for whoever decides about it. */
export interface WholePush extends ReceivedPush {
  updates: readonly RefUpdate[];
}

/** What is decided about a push. Refused with no reasons: the client may try again. */
export type PushDecision = { accepted: true } | { accepted: false; reasons: readonly RefRefusal[] };

/** The same as the engine gets it. The reasons may be many, and may arrive while the first ones are shown. */
export type PushAnswer =
  { accepted: true } | { accepted: false; reasons: Iterable<RefRefusal> | AsyncIterable<RefRefusal> };

/** How a push has ended. It is reported after its writer has ended, and before the client's answer ends. */
export interface PushReport {
  id: string;
  kind: string;
  directory: string;
  repository: string;
  principal: unknown;
  accepted: boolean;
  /** Some of its changes may have been written. */
  changed: boolean;
  /** All of its changes have been written, and nobody need look whether they are. */
  done?: boolean;
  /** What could not be done after it, in one line for the log of the server. */
  trouble?: string;
}

/** A transfer that was opened some time ago; or `service` is another one, that is wanted by who has opened it. */
export type OngoingTransfer = Pick<TransferGrant, 'kind' | 'service' | 'repository' | 'principal' | 'writes'>;

/** Whether a transfer may go on. `reason`: why not, in one line. */
export type TransferStanding = { allowed: true } | { allowed: false; reason: string };

/** Here an engine asks about transfers. */
export interface TransferGate {
  /**
   * Whether the caller may still do it. Ask it before you show anything to a client that has waited, or for which we
   * had to wait. Rejects when it cannot be found out.
   */
  stands(transfer: OngoingTransfer): Promise<TransferStanding>;
  /** Whether the push may change the refs. Rejects when it cannot be found out. */
  decide(push: ReceivedPush): Promise<PushAnswer>;
  /** To be called once for every push that `decide` was asked about. */
  ended(report: PushReport): Promise<void>;
  /** Absent: no transfer is metered. */
  storage?: StorageGate;
  /** Absent: nobody asks how full the disk is. */
  disk?: DiskGate;
  /**
   * `transfer`: by whom it is asked, and of which repository. Rejects when nobody can say. Absent: there are no locks.
   */
  locks?(transfer: OngoingTransfer, question: LockQuestion): Promise<LockAnswer>;
  /** Answers a signature over a commit, as its kind writes it. Rejects where the commit is not to be signed. */
  sign?(question: SigningQuestion): Promise<string>;
}

/** Limits that the operator has set. Where one is absent, the engine uses its own. */
export interface EngineLimits {
  /** The most bytes of the branches and tags of one repository (`RefSnapshot.weight`). */
  refs?: number;
  /** The most bytes of the request of one fetch, unpacked. */
  fetchRequest?: number;
  /** The most bytes of memory of all programs of git that work for transfers, together. */
  gitMemory?: number;
  /** The most refs that one push may change. */
  pushCommands?: number;
  /** The most bytes of memory of each program that receives a push. */
  pushMemory?: number;
  /** The most bytes of the objects of one push, unpacked. */
  pushUnpacked?: number;
  /** The most bytes of one version of a file that a push brings, where a kind has it in memory as a whole. */
  fileVersion?: number;
  /** The most bytes of one file that is kept beside the history. */
  largeFile?: number;
  /** Networks besides the public ones to which it may connect for somebody: `10.0.0.0/8`. */
  networks?: readonly string[];
  /** The directory of a nodegit, or its name: it reads for git what it reads faster. Absent: git reads all. */
  nodegit?: string;
}

export interface EngineSettings {
  /** Absolute path of a directory that only this engine uses. */
  stateDirectory: string;
  /** `PATH` for the programs that the engine starts. */
  path: string;
  gate: TransferGate;
  limits: EngineLimits;
}

/** The half of a kind that runs in the byte process. It owns all child processes. */
export interface VcsEngine {
  readonly id: string;
  /**
   * Ends and removes what a killed predecessor has left. Nothing else is called before it has resolved. It needs none
   * of the kind's programs: `health` says that one is missing.
   */
  start(): Promise<void>;
  /** Does what the other half of the kind asks through its `EngineLink`. The kind chooses the operations. */
  call(operation: string, input: unknown): Promise<unknown>;
  /** The same for what may take hours. It may be asked again after a process was killed in the middle of it. */
  work(operation: string, input: unknown, waiting: LongWork): Promise<unknown>;
  /** Does one exchange. It answers the client, also when something fails; it rejects only for a fault of its own. */
  exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * A text of all that a repository tells by names now, read from the disk: of two copies it is the same where both say
   * the same. Rejects where the repository cannot be read.
   */
  summary(directory: string): Promise<string>;
  /** Of files of a repository (paths below it) that never change once they have their names. */
  readonly lasting?: RegExp;
  /**
   * Whether it works. `problem`: why not, with the word `missing` where programs are; or, if it does, what the operator
   * should know.
   */
  health(): Promise<{ ready: boolean; version?: string; problem?: string }>;
  /** Ends all children. */
  stop(): Promise<void>;
}

/** Calls the engine of a kind: in another process, or in a test in the same one. All values are plain JSON. */
export interface EngineLink {
  call(operation: string, input: unknown): Promise<unknown>;
  /** Rejects with `unavailable` where the other process ends meanwhile. */
  work(operation: string, input: unknown, waiting: LongWork): Promise<unknown>;
}
