export { publicKeyOf, signatureNames, type PublicKey, type SignedLogin } from './public-key.js';
export { isSshSignature } from './signature-format.js';
export { SigningKey } from './signing-key.js';
export { lookAtSignature, sshSignature, type SshSignature } from './ssh-signature.js';
