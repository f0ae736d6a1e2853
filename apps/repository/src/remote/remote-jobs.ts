import type { JobKind } from '../job/job-kinds.js';

export const importJob: JobKind<Record<string, never>, null> = { name: 'import' };
export const mirrorJob: JobKind<Record<string, never>, null> = { name: 'mirror' };
