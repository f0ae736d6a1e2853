/** A public key as people send it, of the type ed25519; each letter has one of its own. */
export const publicKey = (letter: string): string => {
  const blob = Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from('ssh-ed25519'),
    Buffer.from([0, 0, 0, 32]),
    Buffer.alloc(32, letter),
  ]);
  return `ssh-ed25519 ${blob.toString('base64')} ${letter}@host`;
};
