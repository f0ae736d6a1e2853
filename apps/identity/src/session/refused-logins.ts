import { Injectable } from '@nestjs/common';
import type { LoginAttempt } from './login-attempt.js';

/** Where it is told that a login was refused, once for every attempt, and heard by who keeps account of it. */
@Injectable()
export class RefusedLogins {
  private readonly hearers: ((attempt: LoginAttempt) => void)[] = [];

  /** `hear` is called at every attempt of a flood: it adds up, and does no more. */
  on(hear: (attempt: LoginAttempt) => void): void {
    this.hearers.push(hear);
  }

  tell(attempt: LoginAttempt): void {
    for (const hear of this.hearers) hear(attempt);
  }
}
