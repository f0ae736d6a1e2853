import type { EngineRequest } from './vcs-http.js';

/** What a client asks of a repository, as its command line says it. */
export interface AskedSession {
  /** The address of the repository below the site, as the client wrote it: not yet believed. */
  readonly path: string;
  /** The kind's word for what it does: one of its `transfers`, which say whether it writes. */
  readonly service: string;
  /**
   * What the engine is asked: the ticket is good for this and nothing else. Both sides of the exchange stay open until the engine
   * ends it, and what the client sends is its body.
   */
  readonly exchange: EngineRequest;
}

/**
 * How a kind is spoken over SSH, where a client names the program that it wants to talk with. The gateway asks it in the same order
 * as `VcsHttp`. All of it is pure.
 */
export interface VcsCommands {
  /**
   * What the words of a command line ask for, with the variables that the client has set; undefined: it is no command of this kind.
   */
  readonly asked: (
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) => AskedSession | undefined;
  /** The id of the repository in what follows the word of the kind in its address; undefined: there can be none. */
  readonly repository: (rest: string) => string | undefined;
}
