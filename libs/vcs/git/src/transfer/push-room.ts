import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { directorySize, type StorageGate, type TransferGrant } from '@holdfast/vcs-spi';

const unanswered = 'the server could not decide about this push, try again';

/** The room that one metered push takes as its objects come. */
export class PushRoom {
  private readonly transfer = randomUUID();
  private held = 0;

  constructor(
    private readonly grant: TransferGrant,
    private readonly gate: StorageGate,
  ) {}

  /** Why so many bytes of the push have no room; undefined: they have. */
  async refusalOf(bytes: number): Promise<string | undefined> {
    if (bytes <= this.held) return undefined;
    const { directory, principal } = this.grant;
    try {
      const answer = await this.gate.room({ transfer: this.transfer, directory, principal, bytes });
      if ('refused' in answer) return answer.refused;
      this.held = answer.held;
      return undefined;
    } catch {
      return unanswered;
    }
  }

  /** The same for the objects as they lie in quarantine: git may have made more of them than came. */
  async refusalOfObjects(quarantine: string): Promise<string | undefined> {
    return this.refusalOf(await directorySize(resolve(this.grant.directory, quarantine)));
  }

  leave(): void {
    this.gate.left(this.transfer);
  }
}
