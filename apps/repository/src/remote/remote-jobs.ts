import type { JobKind } from '../job/job-kinds.js';

/** What came of it. `note`: what could not be had, and was no reason to leave the rest. */
export type Came = { note: string } | null;

/** `file`: from what lies at `uploadIn`, not from a remote. */
export const importJob: JobKind<{ file?: boolean }, Came> = { name: 'import', isElsewhere: true };
export const mirrorJob: JobKind<Record<string, never>, Came> = { name: 'mirror', isElsewhere: true };
