import type { BelowKind, DoorRefusal, RefusalBody, RequestHead } from '@holdfast/kernel';

/** What a client asks of a repository, as the head of its request says it. */
export interface AskedTransfer {
  /** Id of the repository. */
  readonly repository: string;
  /** The kind's word for what it does: one of its `transfers`, which say whether it writes. */
  readonly service: string;
  /** What the engine is asked: the ticket is good for this and nothing else. */
  readonly exchange: EngineRequest;
  /** Why it cannot be done; told to those only who may do it. */
  readonly refused?: DoorRefusal;
}

/** A request as the engine gets it; headers of the body come on top. */
export interface EngineRequest {
  /** `GET`: there is no body, whatever the client sends; a client's `HEAD` is one as well. */
  readonly method: string;
  /** Begins with a slash. */
  readonly path: string;
  /** Headers of the client that the engine looks at, by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * How a kind is spoken over HTTP. The gateway asks it before anything is looked up, in this order: who is it, what does he ask
 * (`asked`), may he know of the repository, may he do it (`transfers`), is it well formed (`refused`). Then the node of the
 * repository opens a transfer, and its ticket opens the engine, which may go on to ask about what only the body tells. All of it
 * is pure.
 */
export interface VcsHttp {
  /** How refusals call what the caller may not do: `you may read this repository, but not <words>`. */
  readonly writing: string;
  /** A refusal: no such thing is served. */
  readonly asked: (head: RequestHead, address: BelowKind) => AskedTransfer | DoorRefusal;
  /**
   * Headers of the engine's answers that clients see beside those of every body, by their lower-case names; the engine says each of
   * them once.
   */
  readonly answerHeaders?: readonly string[];
  /** The body of refusals, where it is not the reason in one line of plain text. */
  readonly refusalBody?: (refusal: DoorRefusal) => RefusalBody;
}
