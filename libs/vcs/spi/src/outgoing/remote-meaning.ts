/**
 * What programs say where something is wrong at the other side of a connection, and what that means; `%`: its number.
 */
const meanings: readonly [said: RegExp, means: string][] = [
  [
    /\b401\b|authentication failed|authorization (?:failed|required)|no more credentials/i,
    'the remote refuses the credentials',
  ],
  [/\b407\b/, 'the remote could not be reached'],
  [/\b403\b|forbidden/i, 'the remote does not allow it'],
  [
    /\b30\d\b|redirect|moved (?:permanently|temporarily)/i,
    'the remote leads to another address: give that one',
  ],
  [/HTTP (?:Error|status).*?\b([45]\d\d)\b/i, 'the remote answers with an error (%)'],
  [/certificate|SSL|TLS/i, 'the certificate of the remote cannot be verified'],
  [/timed out|timeout/i, 'the remote is silent for too long'],
  [
    /EOF|hung up|disconnect|reset by peer|truncated|refused|unreachable|unable to connect|broken pipe/i,
    'the connection to the remote broke off',
  ],
];

/**
 * What a complaint about a remote means, in words for people; undefined: nobody knows. `absent`: how the program says
 * that there is no repository. Numbers stand in it only as what the remote answers.
 */
export const remoteMeaning = (
  complaint: string,
  { kind, absent }: { kind: string; absent: RegExp },
): string | undefined => {
  if (/\b404\b/.test(complaint) || absent.test(complaint))
    return `there is no repository of ${kind} at the remote`;
  for (const [said, means] of meanings) {
    const found = said.exec(complaint);
    if (found) return means.replace('%', found[1] ?? '');
  }
  return undefined;
};
