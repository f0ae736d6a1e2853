import type { ServiceObject } from '@holdfast/platform/service-host';
import { CredentialEnd } from './credential-end.js';
import { PasswordRecoveryService } from './password-recovery.service.js';
import { RecoveryMail } from './recovery-mail.js';
import { RecoveryRequests } from './recovery-requests.js';
import { RecoveryRow } from './recovery.entity.js';
import { RecoveryStore } from './recovery.store.js';

export const passwordRecovery = {
  rows: [RecoveryRow],
  services: [PasswordRecoveryService],
  parts: [CredentialEnd, RecoveryMail, RecoveryRequests, RecoveryStore],
} satisfies ServiceObject;
