import type { EngineRequest } from './vcs-http.js';

/** What a client wants of a repository, by its command line. */
export interface AskedSession {
  /**
   * The address of the repository below the site, as the client wrote it. Nothing of it has been checked. Absent: the
   * client says it in its first message, see `opening`.
   */
  readonly path?: string;
  /** One of the words in the kind's `transfers`, which says whether it writes. */
  readonly service: string;
  /**
   * The request that the engine will get. The ticket allows exactly this one. What the client sends is its body. Body
   * and answer are open at the same time, until the engine ends the exchange.
   */
  readonly exchange: EngineRequest;
  /**
   * What the same command means for somebody who may not do what `service` does: only the conversation shows what it is
   * for. Absent: he is refused at once.
   */
  readonly lesser?: Pick<AskedSession, 'service' | 'exchange'>;
}

/** A client asks for a pass: a token with which its requests over HTTP are its account's for a while. */
export interface AskedPass {
  /** As in `AskedSession`. */
  readonly path: string;
  /** What it is for: one of the kind's `passes`. */
  readonly pass: string;
  /** What the client is told of it. */
  readonly told: (given: GivenPass) => string;
}

/** A pass. It is good for one repository, and worth no more than the key that asked for it. */
export interface GivenPass {
  /** The public address of the repository over HTTP, without a slash at its end. */
  readonly address: string;
  /** The value of the header `Authorization` that presents it. */
  readonly authorization: string;
  /** Seconds. */
  readonly lifetime: number;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * How a kind is spoken over SSH. There a client names the program with which it wants to talk. The gateway decides in
 * the same order as for `VcsHttp`. All of it is pure.
 */
export interface VcsCommands {
  /** What a command line asks for. `environment`: variables of the client. Undefined: the kind has no such command. */
  readonly asked: (
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) => AskedSession | AskedPass | undefined;
  /** The id of the repository. `rest`: its address after the word of the kind. Undefined: there can be no such one. */
  readonly repository: (rest: string) => string | undefined;
  /** How a conversation begins whose command line names no repository. */
  readonly opening?: VcsOpening;
}

/** What is said before it is known which repository a client means. */
export interface VcsOpening {
  /** What the client hears first. The engine's program says it again, and the engine keeps that to itself. */
  readonly greeting: string;
  /**
   * What the client means, by all that it has said: the engine gets that as the beginning of the body. `more`: it has
   * not said it yet; undefined: it says something else.
   */
  readonly address: (said: Buffer) => { path: string; exchange: EngineRequest } | 'more' | undefined;
  /** A refusal in the words of the protocol, with which its clients show the reason. */
  readonly refusal: (reason: string) => string;
}
