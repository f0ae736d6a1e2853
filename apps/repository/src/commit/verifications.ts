import { identityCalls, type Signers, type Verification } from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { CommitSigner } from './commit-signer.js';
import { LookedSignatures, type Looked, type Signed } from './looked-signatures.js';

/** Says what the signatures of commits are worth. */
@Injectable()
export class Verifications {
  private readonly signatures = new LookedSignatures();

  constructor(
    private readonly rpc: Rpc,
    private readonly signer: CommitSigner,
  ) {}

  /** In the order of the commits; null for those without one. Identity is asked once, and not where none is signed. */
  async of(ctx: CallContext, commits: readonly Signed[]): Promise<(Verification | null)[]> {
    if (commits.every(({ signature }) => signature === undefined)) return commits.map(() => null);
    const looked = await this.signatures.of(commits);
    const signers = await this.signers(ctx, looked);
    return looked.map((each) => {
      if (each === undefined) return null;
      return typeof each === 'string' ? wrong(each) : this.right(each.fingerprint, signers);
    });
  }

  private right(fingerprint: string, signers: Signers['signers']): Verification {
    if (fingerprint === this.signer.fingerprint)
      return { state: 'verified', fingerprint, signer: null, by: 'installation' };
    const signer = Object.hasOwn(signers, fingerprint) ? signers[fingerprint] : undefined;
    if (!signer) return { state: 'unknown_key', fingerprint, signer: null, by: null };
    return { state: 'verified', fingerprint, signer, by: 'account' };
  }

  private async signers(
    ctx: CallContext,
    looked: readonly (Looked | undefined)[],
  ): Promise<Signers['signers']> {
    const keys = looked.flatMap((each) => (typeof each === 'object' ? [each.fingerprint] : []));
    const fingerprints = [...new Set(keys)].filter((key) => key !== this.signer.fingerprint);
    if (fingerprints.length === 0) return {};
    const asked = { company: actor(ctx).company.uuid, fingerprints };
    return (await this.rpc.call(identityCalls.signers, ctx, asked)).signers;
  }
}

const wrong = (state: 'invalid' | 'unsupported'): Verification => ({
  ...{ state, fingerprint: null, signer: null, by: null },
});
