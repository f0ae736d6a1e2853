import type { CommitSignature } from '@holdfast/vcs-spi';
import type { ObjectText } from './object-text.js';

/** By which keys tell what git signs from all else that they do. */
export const gitNamespace = 'git';

/** The header of a signature, in repositories whose ids are SHA-1. */
const header = 'gpgsig';

/** Those that are no part of what was signed, each with the lines that go on with it. */
const signatures = ['gpgsig ', 'gpgsig-sha256 '];

/** The signature in a commit, from its whole text or from the beginning of it. */
export const commitSignatureIn = (
  headers: ObjectText['headers'],
  contents: Buffer,
  isWhole: boolean,
): CommitSignature | undefined => {
  const found = headers.filter(([name]) => name === header);
  if (found.length === 0) return undefined;
  const text = Buffer.from(found.map(([, value]) => value).join('\n'), 'latin1').toString();
  return {
    text,
    namespace: gitNamespace,
    ...(isWhole ? { signed: withoutSignatures(contents).toString('latin1') } : {}),
  };
};

const withoutSignatures = (contents: Buffer): Buffer => {
  const kept: Buffer[] = [];
  let isLeftOut = false;
  let at = 0;
  while (at < contents.length && contents[at] !== newline) {
    const end = contents.indexOf(newline, at) + 1 || contents.length;
    const isContinued = contents[at] === blank;
    if (!isContinued) isLeftOut = signatures.some((name) => startsWith(contents, at, name));
    if (!isLeftOut) kept.push(contents.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, contents.subarray(at)]);
};

const newline = 0x0a;
const blank = 0x20;

const startsWith = (contents: Buffer, at: number, name: string): boolean =>
  contents.toString('latin1', at, at + name.length) === name;

/** A commit with a signature over it, as git writes one. */
export const signedCommit = (contents: Buffer, signature: string): Buffer => {
  const gap = contents.indexOf('\n\n') + 1;
  const lines = signature.trimEnd().split('\n');
  const value = Buffer.from(`${header} ${lines.join('\n ')}\n`);
  return Buffer.concat([contents.subarray(0, gap), value, contents.subarray(gap)]);
};
