import type { SshKeyHolder } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Sessions } from '../session/sessions.js';

/**
 * Whose keys are, asked once for each key: of one login, or of all connections that one change may concern. What it
 * has found is as old as itself.
 */
export class KeyHolders {
  private readonly asked = new Map<string, Promise<SshKeyHolder[]>>();

  constructor(private readonly sessions: Sessions) {}

  /** @throws DomainError where nobody can say it; it is asked again then */
  of(fingerprint: string, ctx: CallContext): Promise<SshKeyHolder[]> {
    const known = this.asked.get(fingerprint);
    if (known) return known;
    const asking = this.sessions.holdersOf(fingerprint, ctx).catch((error: unknown) => {
      this.asked.delete(fingerprint);
      throw error;
    });
    this.asked.set(fingerprint, asking);
    return asking;
  }
}
