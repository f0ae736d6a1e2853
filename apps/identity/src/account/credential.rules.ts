import { sha256 } from '@holdfast/kernel';

/** What is known later of somebody who came with an account key: the session that the key belongs to. */
export const keyCredential = (session: string): string => `key:${session}`;

/** The session of a credential that a key made; undefined for others. */
export const sessionOf = (credential: string): string | undefined =>
  /^key:([0-9a-f-]{36})$/.exec(credential)?.[1];

/** The same of somebody who came with an SSH key. */
export const sshKeyCredential = (key: string): string => `ssh:${key}`;

/** The SSH key of such a credential; undefined for others. */
export const sshKeyOf = (credential: string): string | undefined =>
  /^ssh:([0-9a-f-]{36})$/.exec(credential)?.[1];

/**
 * What is known later of somebody who came with a password. It changes with the password and with the e-mail address,
 * and tells nothing of them: the stored hash has a random salt in it.
 */
export const passwordCredential = (account: {
  passwordHash: string | null;
  emailKey: string | null;
}): string => `password:${sha256(JSON.stringify([account.passwordHash, account.emailKey]))}`;
