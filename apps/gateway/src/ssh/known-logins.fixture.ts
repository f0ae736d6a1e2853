import type { SshKeyHolder } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { publicKeyOf } from '@holdfast/platform/ssh-keys';
import ssh2 from 'ssh2';

/** A new key. The library makes one now and then that it cannot read itself. */
export const freshPair = (): ReturnType<typeof ssh2.utils.generateKeyPairSync> => {
  for (;;) {
    const made = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(made.private) instanceof Error)) return made;
  }
};
/** The keys of those who log in. */
export const keyOf = { developer: freshPair(), guest: freshPair(), nobody: freshPair() };
export type Login = keyof typeof keyOf;

export const fingerprintOf = (login: Login): string => {
  const [type, encoded] = keyOf[login].public.split(' ');
  return publicKeyOf(type, Buffer.from(encoded, 'base64'))?.fingerprint ?? '';
};

export const principalOf = (login: string): Principal => ({
  company: { uuid: 'company', id: 'acme' },
  account: { uuid: login, id: login, type: 'user', email: '', name: login },
  companyAdmin: false,
  credential: `ssh:${login}`,
});

export const holderOf = (login: string): SshKeyHolder => {
  const { company, account } = principalOf(login);
  return { company, account: { uuid: account.uuid, id: account.id }, share: account.uuid };
};
