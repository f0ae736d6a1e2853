import type { BelowKind, DoorRefusal, RefusalBody, RequestHead } from '@holdfast/kernel';

/** The request that is refused. */
export interface RefusedRequest {
  readonly address: BelowKind;
  /** Names the request in our logs. */
  readonly requestId: string;
}

/** What a client wants of a repository, by the head of its request. */
export interface AskedTransfer {
  /** Id of the repository. */
  readonly repository: string;
  /** One of the words in the kind's `transfers`, which says whether it writes. */
  readonly service: string;
  /** The request that the engine will get. The ticket allows exactly this one. */
  readonly exchange: EngineRequest;
  /** Why the request cannot be done. Only those who may do it are told. */
  readonly refused?: DoorRefusal;
}

/** A request as the engine gets it. The headers that describe the body are added. */
export interface EngineRequest {
  /** With `GET` the engine gets no body, whatever the client sends. A client's `HEAD` becomes a `GET`. */
  readonly method: string;
  /** Begins with a slash. */
  readonly path: string;
  /** The client's headers that the engine needs, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * How a kind is spoken over HTTP. All of it is pure. The gateway decides about a request in this order:
 * who is it; what does he want (`asked`); may he know that the repository exists; may he do it (`transfers`); is the
 * request well formed (`refused`). Then the storage node opens a transfer, and with its ticket the request goes to the
 * engine. The engine asks the `TransferGate` about what only the body says.
 */
export interface VcsHttp {
  /** Words for a write, in refusals: `you may read this repository, but not <words>`. */
  readonly writing: string;
  /** What the request wants. A refusal where nothing of that sort is served. */
  readonly asked: (head: RequestHead, address: BelowKind) => AskedTransfer | DoorRefusal;
  /**
   * Headers of the engine's answers that clients get, by their names in lower case, besides those that every body has.
   * The engine sends each of them at most once.
   */
  readonly answerHeaders?: readonly string[];
  /**
   * The word of the transfer that a request to the engine is, where it reads and nothing else, whatever its body says.
   * One decision is good for those of one word that follow each other. Absent or undefined: each is decided for itself.
   */
  readonly readOf?: (request: EngineRequest) => string | undefined;
  /** Makes the body of refusals. Absent, or undefined: the body is the reason, one line of plain text. */
  readonly refusalBody?: (refusal: DoorRefusal, request: RefusedRequest) => RefusalBody | undefined;
}
