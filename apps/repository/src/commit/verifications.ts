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
    const signers = await this.signers(ctx, commits, looked);
    return looked.map((each, at) => {
      if (each === undefined) return null;
      if (typeof each === 'string') return wrong(each);
      return this.isOurs(ctx, commits[at], each)
        ? { state: 'verified', fingerprint: each.fingerprint, signer: null, by: 'installation' }
        : right(each.fingerprint, signers);
    });
  }

  private isOurs(ctx: CallContext, { signature }: Signed, { fingerprint }: Looked & object): boolean {
    return this.signer.hasSigned(fingerprint, signature?.account, actor(ctx).company.uuid);
  }

  private async signers(
    ctx: CallContext,
    commits: readonly Signed[],
    looked: readonly (Looked | undefined)[],
  ): Promise<Signers['signers']> {
    const keys = looked.flatMap((each, at) =>
      typeof each === 'object' && !this.isOurs(ctx, commits[at], each) ? [each.fingerprint] : [],
    );
    const fingerprints = [...new Set(keys)];
    if (fingerprints.length === 0) return {};
    const asked = { company: actor(ctx).company.uuid, fingerprints };
    return (await this.rpc.call(identityCalls.signers, ctx, asked)).signers;
  }
}

const wrong = (state: 'invalid' | 'unsupported'): Verification => ({
  ...{ state, fingerprint: null, signer: null, by: null },
});

const right = (fingerprint: string, signers: Signers['signers']): Verification => {
  const signer = Object.hasOwn(signers, fingerprint) ? signers[fingerprint] : undefined;
  if (!signer) return { state: 'unknown_key', fingerprint, signer: null, by: null };
  return { state: 'verified', fingerprint, signer, by: 'account' };
};
