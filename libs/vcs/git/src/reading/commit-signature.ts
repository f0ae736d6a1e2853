import { toldBeginning, type CommitSignature } from '@holdfast/vcs-spi';
import { mostHead, type ObjectText } from './object-text.js';

/** By which keys tell what git signs from all else that they do. */
export const gitNamespace = 'git';

/** The header of a signature, in repositories whose ids are SHA-1. */
const header = 'gpgsig';

/** The header that says for whom the installation has signed. It is signed, too. */
export const accountHeader = 'holdfast-account';

/** How headers begin that are no part of what was signed, as git has it, each with the lines that go on with it. */
const beginning = 'gpgsig';

/** Bytes of what is told of it. */
const longestAccount = 200;

/** The signature in a commit, from its whole text or from the beginning of it. */
export const commitSignatureIn = (
  headers: ObjectText['headers'],
  contents: Buffer,
  isWhole: boolean,
): CommitSignature | undefined => {
  const found = headers.filter(([name]) => name === header);
  if (found.length === 0) return undefined;
  const signed = isWhole ? withoutSignatures(contents)?.toString('latin1') : undefined;
  const accounts = headers.filter(([name]) => name === accountHeader);
  const text = Buffer.from(found.map(([, value]) => value).join('\n'), 'latin1').toString();
  return {
    text,
    namespace: gitNamespace,
    // It is told whole or not at all.
    ...(signed !== undefined && toldBeginning(signed) === signed ? { signed } : {}),
    ...(accounts.length === 1 && accounts[0][1].length <= longestAccount ? { account: accounts[0][1] } : {}),
  };
};

/** Undefined: its head is longer than what is looked at of one. */
const withoutSignatures = (contents: Buffer): Buffer | undefined => {
  const gap = contents.indexOf('\n\n') + 1;
  const head = gap > 0 ? gap : contents.length;
  if (head > mostHead) return undefined;
  const lines = contents.subarray(0, head);
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = signatureFrom(lines, 0); at < head; at = signatureFrom(lines, from)) {
    kept.push(contents.subarray(from, at));
    from = at;
    do from = contents.indexOf(newline, from) + 1 || contents.length;
    while (contents[from] === blank && from < head);
  }
  return Buffer.concat([...kept, contents.subarray(from)]);
};

/** Where the next such header begins, at the beginning of a line. */
const signatureFrom = (lines: Buffer, from: number): number => {
  if (lines.indexOf(beginning, from) === from) return from;
  const end = lines.indexOf(`\n${beginning}`, from);
  return end < 0 ? lines.length : end + 1;
};

const newline = 0x0a;
const blank = 0x20;

/** A commit with a signature over it, as git writes one. */
export const signedCommit = (contents: Buffer, signature: string): Buffer => {
  const gap = contents.indexOf('\n\n') + 1;
  const lines = signature.trimEnd().split('\n');
  const value = Buffer.from(`${header} ${lines.join('\n ')}\n`);
  return Buffer.concat([contents.subarray(0, gap), value, contents.subarray(gap)]);
};
