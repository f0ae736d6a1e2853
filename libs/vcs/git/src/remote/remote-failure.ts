import { VcsRefusal } from '@holdfast/vcs-spi';
import { isOutOfMemory } from '../process/memory-complaint.js';
import { withoutPaths } from '../transfer/hidden-paths.js';

export const shallowRemote = 'the remote has a shallow repository: its history is not whole';
export const otherFormat = 'the remote has another format of objects than SHA-1';

/** What git says where something is wrong at the other side, and what that means. */
const meanings: readonly [said: RegExp, means: string][] = [
  [
    /Authentication failed|could not read (?:Username|Password)|returned error: 401/i,
    'the remote refuses the credentials',
  ],
  [/returned error: 407/i, 'the remote could not be reached'],
  [/returned error: 403/i, 'the remote does not allow it'],
  [
    /returned error: 404|repository .* not found|not valid: is this a git repository/i,
    'there is no repository of git at the remote',
  ],
  [/returned error: 30\d|redirect/i, 'the remote leads to another address: give that one'],
  [/returned error: (\d{3})/i, 'the remote answers with an error'],
  [/certificate|SSL|TLS/i, 'the certificate of the remote cannot be verified'],
  [/timed out|Operation too slow|less than \d+ bytes\/sec/i, 'the remote is silent for too long'],
  [/mismatched algorithms|object format/i, otherFormat],
  [/shallow/i, shallowRemote],
  [
    /did not send all necessary objects/i,
    'objects are missing, or a tree has more levels than can be cloned',
  ],
  [/fsck error|bad (?:tree|commit|object)|hasDot|gitmodules|unpacker error/i, ''],
  [/protected branch|hook declined|remote rejected|non-fast-forward|failed to push/i, ''],
  [/transport '.*' not allowed/i, 'only http and https are spoken'],
  [
    /early EOF|hung up|disconnect|reset by peer|Could not resolve|Failed to connect|Empty reply|RPC failed/i,
    'the connection to the remote broke off',
  ],
];

/** What a failure of git with a remote is, in words for people. `secrets`: texts that nobody may read. */
export const remoteFailure = (complaint: string, secrets: readonly string[] = []): VcsRefusal => {
  if (/No space left on device/.test(complaint))
    return new VcsRefusal('no_room', 'the disk of the server is full');
  if (isOutOfMemory({ complaint }))
    return new VcsRefusal('too_large', 'it needs more memory than the server gives git');
  for (const [said, means] of meanings) {
    if (!said.test(complaint)) continue;
    return new VcsRefusal('remote', means || `git: ${lineOf(complaint, said, secrets)}`);
  }
  return new VcsRefusal('remote', `git: ${lineOf(complaint, /^(?:fatal|error): /, secrets)}`);
};

/** The line of a complaint that says it, without what it need not tell. */
const lineOf = (complaint: string, said: RegExp, secrets: readonly string[]): string => {
  const lines = complaint.split('\n').filter(Boolean);
  let line = lines.find((each) => said.test(each)) ?? lines[0] ?? 'it did not work';
  for (const secret of secrets) if (secret.length > 0) line = line.replaceAll(secret, '…');
  return withoutPaths(line.replace(/^(?:fatal|error): /, ''))
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 300);
};
