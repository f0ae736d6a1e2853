import { createHash } from 'node:crypto';

/** Of the public key with these bytes (RFC 4253, 6.6), as `ssh-keygen -l` prints it. */
export const sshFingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;
