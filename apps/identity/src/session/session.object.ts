import type { ServiceObject } from '@holdfast/platform/service-host';
import { AuthenticationService } from './authentication.service.js';
import { CallersNow } from './callers-now.js';
import { KeyCheck } from './key-check.js';
import { LoginAttempts } from './login-attempts.js';
import { NewPasswords } from './new-passwords.js';
import { PasswordCheck } from './password-check.js';
import { RefusedLoginLog } from './refused-login-log.js';
import { RefusedLogins } from './refused-logins.js';
import { SessionRow } from './session.entity.js';
import { SessionService } from './session.service.js';
import { SessionStore, sessionList } from './session.store.js';
import { SshKeyVerificationService } from './ssh-key-verification.service.js';
import { StandingService } from './standing.service.js';

export const session = {
  rows: [SessionRow],
  services: [AuthenticationService, SshKeyVerificationService, StandingService, SessionService],
  parts: [
    CallersNow,
    LoginAttempts,
    NewPasswords,
    RefusedLogins,
    RefusedLoginLog,
    PasswordCheck,
    KeyCheck,
    SessionStore,
  ],
  lists: { session: sessionList },
} satisfies ServiceObject;
