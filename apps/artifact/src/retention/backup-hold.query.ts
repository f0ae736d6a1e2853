import { statement } from '@holdfast/platform/persistence';

/**
 * By hand: it is a lock and no row. A backup holds it alone from before its snapshot until it has copied all to which
 * the snapshot refers (ADR 41). Whoever has a share of it, until his transaction ends, may remove: no backup begins
 * meanwhile.
 */
export const shareBackupLock = statement<{ shared: boolean }>(
  'share_backup_lock',
  `select pg_try_advisory_xact_lock_shared(hashtextextended('holdfast:backup', 0)) as shared`,
);
