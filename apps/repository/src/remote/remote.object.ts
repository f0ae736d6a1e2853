import type { ServiceObject } from '@holdfast/platform/service-host';
import { KeyRenewal } from './key-renewal.js';
import { MirrorSettings } from './mirror-settings.js';
import { RemoteChanges } from './remote-changes.js';
import { RemoteRow } from './remote.entity.js';
import { RemoteStore } from './remote.store.js';

export const remote = {
  rows: [RemoteRow],
  parts: [KeyRenewal, MirrorSettings, RemoteChanges, RemoteStore],
} satisfies ServiceObject;
