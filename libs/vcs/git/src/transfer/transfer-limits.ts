import type { TurnPlaces } from '@holdfast/vcs-spi/engine';
import { usualCommandLimits } from './command-scan.js';

export interface TransferLimits {
  fetches: TurnPlaces;
  pushes: TurnPlaces;
  /** Large files of Git LFS, of which a client has eight under way. */
  downloads: TurnPlaces;
  uploads: TurnPlaces;
  /** Large files of commits that are read. */
  files: TurnPlaces;
  /** Archives that are made, for the API and over SSH. */
  archives: TurnPlaces;
  /** Most bytes of data of each git process that makes an archive: it holds the paths of all files, some million. */
  archiveMemory: number;
  /** How long git may work on an archive, beside what its size takes (ms). */
  archiveWork: number;
  /** How long we wait for a byte of the client, or until it takes one of ours (ms). */
  idle: number;
  /** How long a request may wait for its turn (ms). */
  queue: number;
  /** How long git may work on a push that is all here, beside what its size takes (ms). */
  unpacking: number;
  /** How long the decision about a push may take, with all that is asked for it (ms). */
  deciding: number;
  /** How long git may work to read what references are to name, beside what each takes (ms of the processor). */
  naming: number;
  /** For so long what let a transfer in is not asked about again (ms). */
  trusted: number;
  /** How long git may work on a fetch and say nothing but what keeps the connection (ms). */
  fetchSilence: number;
  /** Most bytes of memory of all programs of transfers together; absent: half of what there is. */
  gitMemory?: number;
  /** Most bytes of what a fetch asks, unpacked: it lists commits. */
  fetchRequest: number;
  /** So many references may one push change. */
  commands: number;
  /** Most bytes of data of each git process that takes a push in. */
  pushMemory: number;
  /** Most bytes of all objects of one push, unpacked. */
  pushUnpacked: number;
  /** Most bytes of one commit or tag that is pushed: git holds those of all references that it follows. */
  pushText: number;
  /** Most bytes of one file that is kept beside the history. */
  largeFile: number;
}

export const usualLimits: TransferLimits = {
  fetches: { total: 48, perRepository: 24 },
  pushes: { total: 32, perRepository: 16 },
  downloads: { total: 48, perRepository: 28, perAccount: 12 },
  uploads: { total: 32, perRepository: 20, perAccount: 8 },
  files: { total: 32, perRepository: 16 },
  archives: { total: 8, perRepository: 5 },
  archiveMemory: 256 << 20,
  archiveWork: 120_000,
  idle: 60_000,
  queue: 300_000,
  unpacking: 60_000,
  deciding: 30_000,
  naming: 400,
  trusted: 1_000,
  fetchSilence: 600_000,
  fetchRequest: 16 << 20,
  ...usualCommandLimits,
  pushMemory: 256 << 20,
  pushUnpacked: 64 * 2 ** 30,
  pushText: 4 << 20,
  largeFile: 64 * 2 ** 30,
};
