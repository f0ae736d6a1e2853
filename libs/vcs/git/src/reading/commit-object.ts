import { ownText } from '@holdfast/kernel';
import { toldBeginning, type Annotation, type Commit, type Signature } from '@holdfast/vcs-spi';
import { commitSignatureIn } from './commit-signature.js';
import { decoderOf, messageText, objectText, type ObjectText } from './object-text.js';
import { signatureIn } from './signature-line.js';

/** What is read of an object, and how large all of it is. */
interface Contents {
  contents: Buffer;
  size: number;
}

/** A commit, from its object. */
export const commitOf = (id: string, { contents, size }: Contents): Commit => {
  const { head, headers, message } = objectText(contents);
  const decoded = decoderOf(lineOf(headers.find(([name]) => name === 'encoding')));
  // Of several people git tells the last one.
  const somebody = (name: string): Signature =>
    signatureIn(decoded(Buffer.from(lineOf(headers.findLast(([each]) => each === name)) ?? '', 'latin1')));
  const signature = commitSignatureIn(headers, contents, contents.length === size);
  return {
    id,
    parents: parentsIn(head),
    author: somebody('author'),
    committer: somebody('committer'),
    ...told(decoded(message), contents.length < size),
    ...(signature ? { signature } : {}),
  };
};

/**
 * When a commit was made, as its head says it: its message may have such lines, too. Of several times it is the first,
 * by which git sorts commits and finds them.
 */
export const committedAt = (contents: Buffer): number =>
  signatureIn(lineOf(objectText(contents).headers.find(([name]) => name === 'committer')) ?? '').at;

/** What git reads of a header that it knows: not that it goes on. */
const lineOf = (header: ObjectText['headers'][number] | undefined): string | undefined =>
  header?.[1].split('\n', 1)[0];

/** What is told of a message; `isPart`: there is more of it. */
const told = (text: string, isPart: boolean): Pick<Commit, 'message' | 'cut'> => {
  const whole = messageText(text);
  const message = toldBeginning(whole);
  return { message, ...(isPart || message.length < whole.length ? { cut: true } : {}) };
};

/** No history has more; who writes commits by hand may name some twenty thousand. */
const mostParents = 1_000;

/** For git, too, parents stand between the tree and all else; what is called so later is no parent. */
const ancestry = /^tree [0-9a-f]{40}\n((?:parent [0-9a-f]{40}(?:\n|$))*)/i;

const parentsIn = (head: string): string[] => {
  const [, lines = ''] = ancestry.exec(head) ?? [];
  const parents = lines === '' ? [] : lines.trimEnd().split('\n', mostParents);
  return parents.map((line) => ownText(line.slice('parent '.length).toLowerCase()));
};

/** Git takes ids in capital letters, too. */
const beginning = /^object ([0-9a-fA-F]{40})\ntype (\w+)\n/;

/** What a tag leads to, from the beginning of its object; undefined where that is none of a tag. */
export const taggedIn = (contents: Buffer): { id: string; type: string } | undefined => {
  const [, id, type] = beginning.exec(contents.toString('latin1', 0, 100)) ?? [];
  return id === undefined ? undefined : { id: id.toLowerCase(), type };
};

/** What somebody wrote about a tag, from the tag's object. */
export const annotationOf = ({ contents, size }: Contents): Annotation => {
  const { headers, message } = objectText(contents);
  const tagger = lineOf(headers.find(([name]) => name === 'tagger'));
  return {
    ...(tagger === undefined ? {} : { tagger: signatureIn(Buffer.from(tagger, 'latin1').toString('utf8')) }),
    ...told(message.toString('utf8'), contents.length < size),
  };
};
