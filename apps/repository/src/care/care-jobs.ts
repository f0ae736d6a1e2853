import type { Faults } from '@holdfast/vcs-spi';
import type { JobKind } from '../job/job-kinds.js';

type Nothing = Record<string, never>;

/** A repository is looked through for damage. */
export const verifyJob: JobKind<Nothing, Faults> = { name: 'verify', atOnce: 1 };
/** What upkeep does by and by is done at once. */
export const maintainJob: JobKind<Nothing, Nothing> = { name: 'maintain', atOnce: 1 };
