import { createPrivateKey, createPublicKey } from 'node:crypto';

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS 8. */
const before = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A public key as people send it, of the type ed25519; each letter has one of its own. */
export const publicKey = (letter: string): string => {
  const der = Buffer.concat([before, Buffer.alloc(32, letter)]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  const blob = Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from('ssh-ed25519'),
    Buffer.from([0, 0, 0, 32]),
    Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url'),
  ]);
  return `ssh-ed25519 ${blob.toString('base64')} ${letter}@host`;
};
