/** A signature that stands in a commit. */
export interface CommitSignature {
  /** As it was written: what begins with `-----BEGIN `, of whatever sort. */
  readonly text: string;
  /** By which the kind tells its commits apart from all else that keys sign. */
  readonly namespace: string;
  /**
   * What was signed, as latin1 characters: the commit without the signature. Absent: it is too long to be looked at.
   */
  readonly signed?: string;
  /** For whom it was signed, where what was signed says so: see the `signing` of a draft. */
  readonly account?: string;
}

/** What is asked of who has the key. */
export interface SigningQuestion {
  /** The word of the draft of the commit. */
  readonly signing: string;
  readonly namespace: string;
  /** As latin1 characters. */
  readonly commit: string;
}
