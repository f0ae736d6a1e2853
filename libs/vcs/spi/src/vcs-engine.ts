import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RefUpdate, Refusal } from './push.rules.js';
import type { EngineRequest } from './vcs-http.js';

/** What one ticket allows: one HTTP exchange of one repository. */
export interface TransferGrant {
  /** The id of the kind. */
  kind: string;
  /** The kind's word for what it does. */
  service: string;
  /** The one request that it is good for. */
  exchange: EngineRequest;
  /** Absolute path of the repository. */
  directory: string;
  /** The uuid of the repository. */
  repository: string;
  /** Opaque here: goes back to whoever decides about the transfer. */
  principal: unknown;
  /** Whose transfer it is (uuids): transfers take turns by them. */
  owner: { company: string; account: string };
  limits?: { maxInputBytes?: number };
  /** What comes in is stored only as far as `StorageGate.room` says. */
  metered?: true;
}

/** A push whose objects have arrived but are not part of the repository yet. */
export interface ReceivedPush {
  /** Names the push between its decision and its report. */
  id: string;
  kind: string;
  directory: string;
  repository: string;
  principal: unknown;
  /** May be many: who goes through them again gets them anew. */
  updates: Iterable<RefUpdate>;
  options: string[];
  /** Which of these refs (full names out of `updates`) would lose commits. Asks the engine, so ask for few. */
  forced(refs: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A push as who decides about it sees it: with its updates at hand. */
export interface WholePush extends ReceivedPush {
  updates: readonly RefUpdate[];
}

/** A refusal without reasons tells the client to try again. */
export type PushDecision = { accepted: true } | { accepted: false; reasons: readonly Refusal[] };

/** A decision as the engine gets it: the reasons may be many, and come while they are told. */
export type PushAnswer =
  { accepted: true } | { accepted: false; reasons: Iterable<Refusal> | AsyncIterable<Refusal> };

/** What became of a push, told after its writer has gone and before the client hears the end of its answer. */
export interface PushReport {
  id: string;
  kind: string;
  directory: string;
  repository: string;
  principal: unknown;
  accepted: boolean;
  /** Something of it may have been written. */
  changed: boolean;
}

/** Asked before more of a metered transfer is stored. */
export interface RoomQuestion {
  /** Names the transfer until it has been left: a uuid that the engine has made up. */
  transfer: string;
  directory: string;
  principal: unknown;
  /** Bytes of the whole transfer, those that are stored already included. */
  bytes: number;
}

/** So many bytes of the transfer may be stored before it is asked again; or why no more, in one line. */
export type RoomAnswer = { held: number } | { refused: string };

/** Where an engine asks for room, and tells that what a repository stores may have changed. */
export interface StorageGate {
  room(question: RoomQuestion): Promise<RoomAnswer>;
  /** The transfer is over: what it stored lies in its directory, or it is gone. */
  left(transfer: string): void;
  /** Cheap: called with the beginning and the end of every write. */
  wrote(directory: string): void;
}

/** A transfer that was opened a while ago. */
export type OpenedTransfer = Pick<TransferGrant, 'kind' | 'service' | 'repository' | 'principal'>;

/** Whether a transfer may go on; or why not, in one line. */
export type TransferStanding = { allowed: true } | { allowed: false; reason: string };

/** Where an engine asks about transfers. */
export interface TransferGate {
  /** Asked before anything is shown to a client that waited, or let us wait. Fails when nobody can say. */
  stands(transfer: OpenedTransfer): Promise<TransferStanding>;
  decide(push: ReceivedPush): Promise<PushAnswer>;
  ended(report: PushReport): Promise<void>;
  /** Absent: nothing is metered. */
  storage?: StorageGate;
}

/** What the operator of the installation allows each engine; what is absent is as the engine has it. */
export interface EngineLimits {
  /** References that one push may change. */
  pushCommands?: number;
  /** Bytes of data of each program that takes a push in. */
  pushMemory?: number;
  /** Bytes of the objects of one push, unpacked. */
  pushUnpacked?: number;
}

export interface EngineSettings {
  /** A directory of the engine's own, absolute. */
  stateDirectory: string;
  /** The search path for the programs of the engine. */
  path: string;
  gate: TransferGate;
  limits: EngineLimits;
}

/** The other part of a kind: it lives in the byte process and owns the child processes. */
export interface VcsEngine {
  readonly id: string;
  /** Clears what a killed predecessor left. Nothing else is called before it has ended. */
  start(): Promise<void>;
  /** An operation of the kind's own language, asked by its other half through an `EngineLink`. */
  call(operation: string, input: unknown): Promise<unknown>;
  /** Carries one exchange. Answers the request itself, failures included; rejects only on a fault of ours. */
  exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** `problem`: why it is not ready; or, where it is, what the operator should know. */
  health(): Promise<{ ready: boolean; version?: string; problem?: string }>;
  /** Ends all children. */
  stop(): Promise<void>;
}

/** The way from a kind to its engine: another process, or the same one in a test. Values are plain JSON. */
export interface EngineLink {
  call(operation: string, input: unknown): Promise<unknown>;
}
