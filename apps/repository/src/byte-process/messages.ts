import type { ReadPermit } from '@holdfast/contracts';
import type { EndedSpan } from '@holdfast/kernel';
import type {
  LockAnswer,
  LockQuestion,
  OngoingTransfer,
  PushDecision,
  PushReport,
  RefRefusal,
  RefUpdate,
  RoomAnswer,
  RoomQuestion,
  SigningQuestion,
  WholePush,
  TransferGrant,
  TransferStanding,
  WorkProgress,
} from '@holdfast/vcs-spi';
import type { BytePlace } from '@holdfast/platform/byte-ports';
import type { BodyGrant } from '../staging/staged-bodies.js';
import type { UploadGrant } from '../staging/uploaded-file.js';
import type { ArrivalGrant } from '../relocation/arrival.js';
import type { CopyRound, Destination } from '../relocation/departure.js';
import type { EngineLoad } from '@holdfast/vcs-spi/engine';
import type { Occupants } from './occupancy.js';
import type { EnginesSettings } from './vcs-engines.js';

/** What it is at. */
export interface ByteLoad extends EngineLoad {
  /** Resident (bytes). */
  memory: number;
}

/** What the byte process is told first. */
export interface ByteSettings extends EnginesSettings {
  /** The directory for large bodies; absent: none are taken. */
  bodies?: string;
  /** Where it listens, and the byte ports to which it connects; absent: on this machine only. */
  bytes?: BytePlace;
  peers?: readonly string[];
  /** It records its part of traces, and tells it. */
  traced?: boolean;
}

/**
 * What a ticket allows: a transfer of a kind, a body of the API, a repository that another node sends, or a file from
 * which one is filled.
 */
export type ByteGrant = TransferGrant | BodyGrant | ArrivalGrant | UploadGrant;

export interface Departing {
  name: string;
  /** The id of the kind. */
  kind: string;
  directory: string;
  destination: Destination;
}

/** What the main process asks of the byte process. */
export type ByteCalls = {
  /** The first call: starts the engines and listens. */
  configure(settings: ByteSettings): Promise<{ port: number }>;
  /** `reads`: with a permit for those that follow. */
  open(input: { grant: ByteGrant; reads: boolean }): { ticket: string; permit?: ReadPermit };
  engine(input: EngineQuestion): Promise<unknown>;
  work(question: WorkQuestion): Promise<unknown>;
  /** `work`, which rejects then. One that has ended already is none. */
  endWork(input: { work: string }): void;
  /** Answers an array, since a set does not cross. */
  forced(input: { push: string; refs: readonly string[] }): Promise<string[]>;
  health(input: object): Promise<ByteHealth>;
  load(input: object): ByteLoad;
  /** Who is at work in a repository (uuid). */
  occupants(input: { repository: string }): Occupants;
  /** Breaks off who may write to it. */
  endWrites(input: { repository: string }): void;
  /** Begins to copy a repository to another node; `name` names the copy in what follows. */
  depart(input: Departing): void;
  /** Copies what has changed since the last round. It takes as long as it takes. */
  copy(input: { name: string }): Promise<CopyRound>;
  /** Bytes that have been copied in all; undefined: there is no such copy. */
  copied(input: { name: string }): number | undefined;
  /** The copy becomes the repository there. Answers what it consists of there and here. */
  place(input: { name: string }): Promise<{ there: string; here: string }>;
  /** The copy is over; what was not placed is removed there. */
  depose(input: { name: string }): void;
  /** Transfers under way. */
  busy(input: object): number;
  stop(input: { grace: number }): Promise<void>;
};

/** What the byte process asks of the main process. */
export type MainCalls = {
  /** The exchange of an arrival is over, whatever became of it. */
  arrived(input: { directory: string; name: string }): Promise<void>;
  stands(transfer: OngoingTransfer): Promise<TransferStanding>;
  /** Updates of a push with very many, before the last. */
  updates(part: { push: string; updates: readonly RefUpdate[] }): void;
  /** Answers the first of the reasons, where there are any. */
  decide(push: PushQuestion): Promise<PushDecision>;
  /** Answers the next reasons until the push is over; none: that was all. */
  reasons(input: { push: string }): RefRefusal[];
  ended(report: PushReport): Promise<void>;
  locks(input: { transfer: OngoingTransfer; question: LockQuestion }): Promise<LockAnswer>;
  sign(question: SigningQuestion): string;
  room(question: RoomQuestion): Promise<RoomAnswer>;
  left(input: { transfer: string }): void;
  /** Something may have been written in them since they were told last. */
  wrote(input: { directories: string[] }): void;
  progressed(input: { work: string; said: WorkSaid }): void;
  /** It has recorded them. */
  spans(ended: readonly EndedSpan[]): void;
};

/** What the work of an engine says to whoever waits for it. */
export interface WorkSaid {
  progress?: WorkProgress;
  /** As in `LongWork`. */
  crawls?: boolean;
}

/** What the half of a kind in the main process asks of its engine. */
export interface EngineQuestion {
  kind: string;
  operation: string;
  input: unknown;
}

/** The same for what may take hours. `work`: a name that was made up for it. */
export interface WorkQuestion extends EngineQuestion {
  work: string;
}

/** With the updates that have not been told before. */
export type PushQuestion = Omit<WholePush, 'forced'>;

export interface ByteHealth {
  /** Transfers under way. */
  transfers: number;
  /** Resident memory of the byte process (bytes). */
  memory: number;
  engines: Record<string, { ready: boolean; version?: string; problem?: string }>;
}
