import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/**
 * A new private key, which may be told as JWK. It is written out and read again for that: Node 20 stops for ever where
 * memory is cleaned up while a key is told as JWK that still shares its lock with what made it.
 * @param size of RSA the bits of the modulus, of EC the name of the curve
 */
export const madeKey = (...[type, size]: ['rsa', number] | ['ec', string] | ['ed25519']): KeyObject => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync(type, { modulusLength: size })
      : type === 'ec'
        ? generateKeyPairSync(type, { namedCurve: size })
        : generateKeyPairSync(type);
  return createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
};
