import { wireString } from '@holdfast/kernel';

const magic = Buffer.from('SSHSIG');
const version = Buffer.from([0, 0, 0, 1]);

/** What a key signs for a content with this digest. */
export const signedBytes = (namespace: string, hash: string, digest: Buffer): Buffer =>
  Buffer.concat([magic, ...[namespace, '', hash, digest].map((each) => wireString(each))]);

const begin = '-----BEGIN SSH SIGNATURE-----';
const end = '-----END SSH SIGNATURE-----';

/** Whether a text says that it is a signature by an SSH key. */
export const isSshSignature = (text: string): boolean => text.startsWith(begin);

/** The lines of `ssh-keygen`, around the fields of a signature. */
export const armored = (fields: Buffer): string => {
  const text = Buffer.concat([magic, version, fields]).toString('base64');
  return [begin, ...(text.match(/.{1,70}/g) ?? []), end, ''].join('\n');
};

/** The fields. @throws RangeError where it is no such text */
export const dearmored = (text: string): Buffer => {
  const [, encoded] =
    /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----\s*$/.exec(text) ?? [];
  if (encoded === undefined) throw new RangeError('no signature of OpenSSH');
  const bytes = Buffer.from(encoded, 'base64');
  const head = Buffer.concat([magic, version]);
  if (!bytes.subarray(0, head.length).equals(head)) throw new RangeError('no signature of OpenSSH');
  return bytes.subarray(head.length);
};
