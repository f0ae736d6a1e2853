import type { TransferGate } from '@holdfast/vcs-spi';
import type { LocalEngine } from '@holdfast/vcs-spi/engine';
import type { ViewDirectories } from '../process/view-directories.js';
import type { DavServer } from '../server/dav-server.js';
import type { CommitTurns } from '../writing/commit-turns.js';
import type { LookTurns } from '../writing/look-turns.js';
import type { TransactionGates } from '../writing/transaction-gates.js';
import type { TransactionContents } from '../writing/transaction-contents.js';
import type { KeptAnswers } from './kept-answers.js';
import type { SubversionLimits } from './subversion-limits.js';

/** What a transfer goes through. */
export interface DavParts {
  server: Pick<DavServer, 'address' | 'answers' | 'identity' | 'hasLetGo'>;
  /** The connections to it. */
  connections: Pick<LocalEngine, 'relay'>;
  views: Pick<ViewDirectories, 'of' | 'above'>;
  answers: KeptAnswers;
  gate: TransferGate;
  commits: CommitTurns;
  looks: LookTurns;
  contents: Pick<TransactionContents, 'unfit'>;
  transactions: TransactionGates;
  /** Hears of the beginning and the end of every write. */
  written: (directory: string) => void;
  /** Hears of every revision. */
  committed: (directory: string) => void;
  limits: SubversionLimits;
}
