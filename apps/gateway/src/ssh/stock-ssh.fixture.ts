import { execFile } from 'node:child_process';
import ssh2 from 'ssh2';

const always = [
  'BatchMode=yes',
  'IdentitiesOnly=yes',
  'StrictHostKeyChecking=yes',
  'GlobalKnownHostsFile=/dev/null',
  'HostKeyAlias=door',
];

/** OpenSSH's client logs in by this key at a door that it calls `door`; answers what it says of it. */
export const talkBySsh = (port: number, key: string, options: readonly string[]): Promise<string> => {
  const settings = [...always, ...options].flatMap((option) => ['-o', option]);
  const args = ['-v', '-F', 'none', '-p', String(port), '-i', key, ...settings, 'svc@127.0.0.1', 'help'];
  return new Promise((resolve) => execFile('ssh', args, (_error, _out, said) => resolve(said)));
};

/** The public half of a key, as it stands in a file of known hosts behind the name. */
export const lineOf = (key: Buffer): string => {
  const parsed = ssh2.utils.parseKey(key);
  if (parsed instanceof Error) throw parsed;
  return `${parsed.type} ${parsed.getPublicSSH().toString('base64')}`;
};
