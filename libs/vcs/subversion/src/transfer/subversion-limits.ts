import type { TurnPlaces } from '@holdfast/vcs-spi/engine';
import { usualShares, type CommitShares } from '../writing/commit-shares.js';

/** How much goes on at a time, and how long is waited. */
export interface SubversionLimits {
  /** Three accounts have not all that a repository may have: what each takes need not end for hours. */
  reads: TurnPlaces;
  writes: TurnPlaces;
  archives: TurnPlaces;
  /** As `reads`. */
  sessions: TurnPlaces;
  /** Large requests without file data, which the server reads whole. */
  bodies: TurnPlaces;
  /** Most bytes that the process of one request may have, and that all of them may have together. */
  memory: { each: number; together: number };
  /** Most bytes of data of a program that brings a repository in. */
  importMemory: number;
  /** Most bytes of data of a program that tells of differences. */
  diffMemory: number;
  /** How long a transfer waits for its turn (ms). */
  queue: number;
  /** How long a client may let us wait (ms). */
  idle: number;
  /** How long the server may say nothing to a request (ms). */
  silence: number;
  /** How long nearly nothing of a read may move while others wait for its turn (ms). */
  thought: number;
  /** How long a list of a whole tree may take while others wait for its turn (ms). */
  listing: number;
  /** How long an answer to the question whether a transfer may go on is believed (ms). */
  trusted: number;
  /**
   * How long answers are remembered (ms): what somebody changes by hand on the disk, without a new revision, is seen
   * after that, and after ten seconds more where a gateway has the answer too.
   */
  remembered: number;
  /** How long a commit waits for changes of what is to be committed, and beside others of its account (ms). */
  commits: number;
  /** How long it waits for those of others (ms). */
  patience: number;
  /** How long commits of an account may keep others from theirs. */
  shares: CommitShares;
  /** How long a commit over SSH may be in the making, all of it having come (ms). */
  making: number;
  /** How long the server may work on for nobody (ms): then the process that does is ended. */
  left: number;
  /** Most bytes of the files of one commit, unpacked. */
  unpacked: number;
  /** Most bytes of the branches and tags of one repository (`RefSnapshot.weight`). */
  refs: number;
}

export const usualLimits: SubversionLimits = {
  reads: { total: 56, perRepository: 28, perAccount: 9 },
  writes: { total: 32, perRepository: 16 },
  archives: { total: 8, perRepository: 5 },
  sessions: { total: 32, perRepository: 16, perAccount: 5 },
  bodies: { total: 6, perRepository: 5 },
  memory: { each: 2 ** 30, together: 4 * 2 ** 30 },
  importMemory: 2 ** 29,
  diffMemory: 2 ** 28,
  queue: 30_000,
  idle: 60_000,
  silence: 15 * 60_000,
  thought: 10_000,
  listing: 60_000,
  trusted: 1_000,
  remembered: 10_000,
  commits: 30_000,
  // A minute more than others may keep somebody.
  patience: usualShares.most + 60_000,
  shares: usualShares,
  making: 15 * 60_000,
  left: 5_000,
  unpacked: 64 * 2 ** 30,
  refs: 32 * 2 ** 20,
};
