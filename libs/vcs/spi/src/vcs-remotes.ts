import type { LongWork } from './long-work.js';
import type { RefRefusal, RefUpdate } from './push-terms.js';
import type { Reading } from './vcs-history.js';

/** A repository elsewhere, and as whom it is asked. */
export interface RemoteSource {
  /** http or https, without a user, a query or a fragment. */
  url: string;
  username?: string;
  password?: string;
}

/** A file with a repository, as the kind's own programs write it for others: absolute path. */
export interface BroughtFile {
  file: string;
}

/** How a work with a remote is done. */
export interface RemoteWork extends LongWork {
  /** Who asked for it: it goes back to the `TransferGate` as it came. */
  principal: unknown;
  /** No more may be stored than `StorageGate.room` has allowed. */
  metered: boolean;
}

/** What a remote has, beside the repository: nobody sees it before it is published. */
export interface IncomingRefs {
  /** By what the repository comes to have the branches and tags of the remote; none: it has them. */
  readonly updates: readonly RefUpdate[];
  /** The updates that the kind refuses, whoever asks for them. */
  readonly refusals: readonly RefRefusal[];
  /** The default branch of the remote, where it says which. */
  readonly head?: string;
  /** What could not be had and is no reason to leave the rest, in one line for people. */
  readonly note?: string;
  /** Which of these refs (full names) would lose commits. */
  forced(refs: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Makes it part of the repository: all updates or, where it refuses with `moved`, `contended` or `no_room`, none.
   * After `unavailable` there may be some. To be called once.
   */
  publish(reading: Reading): Promise<void>;
  /** To be called at the end, whatever came of it: what was not published goes. Never fails. */
  discard(): Promise<void>;
}

/** Repositories elsewhere, from which this one gets its content, or which get it from here. */
export interface Remotes {
  /**
   * Brings what a remote, or a file, has beside the repository. What was brought by one that was cut off is not brought
   * again. Refuses with `remote` what is wrong with the other side, in words for people, with `no_room`, with
   * `too_large`, and with `unavailable`.
   */
  fetch(source: RemoteSource | BroughtFile, work: RemoteWork): Promise<IncomingRefs>;
  /** Removes what fetches that were cut off have left. What one has brought that may be published still stays. */
  tidy(): Promise<void>;
  /** Gives the other side the branches and tags of this one, and no others. Refuses likewise. Absent: nobody does. */
  push?(target: RemoteSource, work: RemoteWork): Promise<void>;
}
