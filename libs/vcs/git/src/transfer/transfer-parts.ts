import type { TransferGate } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import type { Housekeeping } from '../upkeep/housekeeping.js';
import type { Writers } from '../upkeep/writers.js';
import type { Announcements } from './announcements.js';
import type { LongQuestions } from './long-questions.js';
import type { SlowTips } from './slow-tips.js';
import type { SlowPacks } from './slow-packs.js';
import type { TransferLimits } from './transfer-limits.js';
import type { TransferTurns } from '@holdfast/vcs-spi/engine';

/** What transfers of both directions stand on. */
export interface TransferParts {
  processes: GitProcesses;
  gate: TransferGate;
  writers: Writers;
  housekeeping: Housekeeping;
  hooksDirectory: string;
  /** Holds long answers to hooks while git tells them. */
  answersDirectory: string;
  announcements: Announcements;
  /** The turns of archives, whichever door they leave by. */
  archives: TransferTurns;
  limits: TransferLimits;
  /** Questions that take much memory. */
  longQuestions: LongQuestions;
  /** What references name that git reads slowly. */
  slowTips: SlowTips;
  /** What pushes have brought that git reads slowly. */
  slowPacks: SlowPacks;
}
