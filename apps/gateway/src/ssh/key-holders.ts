import type { SshKeyHolder, SshKeyHolders } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Sessions } from '../session/sessions.js';

/** Whose keys are, asked once for each key of one login. What it has found is as old as itself. */
export class KeyHolders {
  private readonly asked = new Map<string, Promise<SshKeyHolder[]>>();

  constructor(private readonly sessions: Sessions) {}

  /** At least one, where somebody has the key. @throws DomainError where nobody can say it; it is asked again then */
  of(fingerprint: string, ctx: CallContext): Promise<SshKeyHolder[]> {
    const known = this.asked.get(fingerprint);
    if (known) return known;
    const asking = this.ask(fingerprint, ctx).catch((error: unknown) => {
      this.asked.delete(fingerprint);
      throw error;
    });
    this.asked.set(fingerprint, asking);
    return asking;
  }

  forget(): void {
    this.asked.clear();
  }

  private async ask(fingerprint: string, ctx: CallContext): Promise<SshKeyHolder[]> {
    return holdersIn(await this.sessions.holdersOf(fingerprint, ctx), fingerprint);
  }
}

/** Those who are told, and all others as one. */
export const holdersIn = ({ holders, more }: SshKeyHolders, fingerprint: string): SshKeyHolder[] =>
  more ? [...holders, others(fingerprint)] : holders;

/**
 * Those who have a key besides the ones that are told, as one. What is counted for them is counted for the key: only
 * who owns it uses that up, and nobody is sent away because the accounts that are told have no room.
 */
const others = (fingerprint: string): SshKeyHolder => ({
  company: { uuid: fingerprint, id: 'other companies' },
  account: { uuid: fingerprint, id: 'accounts' },
  share: fingerprint,
});
