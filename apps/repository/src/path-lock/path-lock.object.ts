import type { ServiceObject } from '@holdfast/platform/service-host';
import { PathLockRow } from './path-lock.entity.js';
import { PathLockStore } from './path-lock.store.js';
import { PathLocks } from './path-locks.js';

export const pathLock = {
  rows: [PathLockRow],
  parts: [PathLockStore, PathLocks],
} satisfies ServiceObject;
