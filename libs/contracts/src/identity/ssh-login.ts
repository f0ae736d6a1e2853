import type { AccountType } from '@holdfast/kernel';

/** A public key that its client has proved to own, at the door of the company with this id. */
export interface VerifySshKey {
  company: string;
  /** As `ssh-keygen -l` prints it. */
  fingerprint: string;
}

export interface SshKeyHolder {
  company: { uuid: string; id: string };
  account: { uuid: string; id: string };
  /** Under which he is counted where something is limited for each account: a bot counts for its owner. */
  share: string;
}

export interface FindSshKeyHolders {
  fingerprint: string;
}
/** Active accounts that have the key: one in a company at most. */
export interface SshKeyHolders {
  /** The ten that have had it longest. */
  holders: SshKeyHolder[];
  /** Others have it as well. */
  more?: boolean;
}

/** At most 200 fingerprints. */
export interface FindHeldSshKeys {
  fingerprints: string[];
}
/** By fingerprint; keys that no active account has are absent. */
export interface HeldSshKeys {
  held: Record<string, SshKeyHolders>;
}

/** Whose keys these are in one company; fingerprints as `ssh-keygen -l` prints them. */
export interface FindSigners {
  company: string;
  fingerprints: string[];
}
/** Active accounts, by fingerprint; keys that nobody has are absent. */
export interface Signers {
  signers: Record<string, { uuid: string; id: string; type: AccountType }>;
}
