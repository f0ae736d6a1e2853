import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RefUpdate, Refusal } from './push.rules.js';

/** What one ticket allows: one HTTP exchange of one repository. */
export interface TransferGrant {
  /** The id of the kind. */
  kind: string;
  /** The kind's word for the direction, such as `upload-pack` or `receive-pack`. */
  service: string;
  /** `true`: the answer to the first, empty request of the protocol; `false`: a request with a body. */
  advertise: boolean;
  /** Absolute path of the repository. */
  directory: string;
  /** The uuid of the repository. */
  repository: string;
  /** The client's protocol header (`Git-Protocol`), as it came. */
  protocol?: string;
  /** Opaque here: goes back to whoever decides about the push. */
  principal: unknown;
  /** Whose transfer it is (uuids): transfers take turns by them. */
  owner: { company: string; account: string };
  limits?: { maxInputBytes?: number };
}

/** A push whose objects have arrived but are not part of the repository yet. */
export interface ReceivedPush {
  /** Names the push between its decision and its report. */
  id: string;
  kind: string;
  directory: string;
  repository: string;
  principal: unknown;
  updates: RefUpdate[];
  options: string[];
  /** Which of these refs (full names out of `updates`) would lose commits. Asks the engine, so ask for few. */
  forced(refs: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A refusal without reasons tells the client to try again. */
export type PushDecision = { accepted: true } | { accepted: false; reasons: Refusal[] };

/** What became of a push, told after its writer has gone and before the client hears the end of its answer. */
export interface PushReport {
  id: string;
  kind: string;
  directory: string;
  repository: string;
  principal: unknown;
  accepted: boolean;
  /** `applied`: the ref had the pushed value when the writer ended. */
  updates: (RefUpdate & { applied: boolean })[];
}

/** Where an engine asks about pushes. */
export interface PushGate {
  decide(push: ReceivedPush): Promise<PushDecision>;
  ended(report: PushReport): Promise<void>;
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
  health(): Promise<{ ready: boolean; version?: string; problem?: string }>;
  /** Ends all children. */
  stop(): Promise<void>;
}

/** The way from a kind to its engine: another process, or the same one in a test. Values are plain JSON. */
export interface EngineLink {
  call(operation: string, input: unknown): Promise<unknown>;
}
