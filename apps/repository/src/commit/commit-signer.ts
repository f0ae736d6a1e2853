import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Principal } from '@holdfast/kernel';
import { SigningKey, sshSignature } from '@holdfast/platform/ssh-keys';
import type { Actor, CommitDraft, SigningQuestion } from '@holdfast/vcs-spi';

/**
 * Signs commits that are made here, with the key of the installation, where it has one. The key stays in this process;
 * who writes a commit asks for its signature with what the draft says, which is good for that draft and once.
 */
export class CommitSigner {
  private readonly drafts = new Set<string>();

  constructor(private readonly key?: SigningKey) {}

  /** @param file of the private key; absent: nothing is signed. @throws Error that says what is wrong with it */
  static by(file: string | undefined): CommitSigner {
    if (file === undefined) return new CommitSigner();
    try {
      return new CommitSigner(SigningKey.from(readFileSync(file, 'utf8')));
    } catch (error) {
      throw new Error(`HOLDFAST_SIGNING_KEY: ${file}: ${(error as Error).message}`, { cause: error });
    }
  }

  private get fingerprint(): string | undefined {
    return this.key?.fingerprint;
  }

  /**
   * Makes the commit of the draft with a signature. Only what its author makes himself gets one: the installation knows
   * nothing of others. It says for which account it is: names and addresses are unique in a company only.
   */
  async during<T>(
    { company, account }: Pick<Principal, 'company' | 'account'>,
    draft: CommitDraft,
    make: (draft: CommitDraft) => Promise<T>,
  ): Promise<T> {
    if (!this.key || !isSame(draft.author, draft.committer)) return make(draft);
    const word = randomUUID();
    this.drafts.add(word);
    try {
      return await make({ ...draft, signing: { word, account: `${company.uuid} ${account.uuid}` } });
    } finally {
      this.drafts.delete(word);
    }
  }

  /** Whether the installation has made what is signed so, for an account of this company. */
  hasSigned(fingerprint: string, account: string | undefined, company: string): boolean {
    return fingerprint === this.fingerprint && account?.split(' ')[0] === company;
  }

  /** @throws Error where it is that of no draft */
  sign({ signing, namespace, commit }: SigningQuestion): string {
    if (!this.key || !this.drafts.delete(signing)) throw new Error('this commit is not to be signed');
    return sshSignature(this.key, Buffer.from(commit, 'latin1'), namespace);
  }
}

const isSame = (author: Actor, committer: Actor): boolean =>
  author.name === committer.name && author.email === committer.email;
