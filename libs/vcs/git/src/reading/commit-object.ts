import { ownText } from '@holdfast/kernel';
import { toldBeginning, type Annotation, type Commit } from '@holdfast/vcs-spi';
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
  const { headers, message } = objectText(contents);
  const decoded = decoderOf(headers.find(([name]) => name === 'encoding')?.[1]);
  const value = (name: string): string =>
    decoded(Buffer.from(headers.find(([each]) => each === name)?.[1] ?? '', 'latin1'));
  const signature = commitSignatureIn(headers, contents, contents.length === size);
  return {
    id,
    parents: parentsIn(headers),
    author: signatureIn(value('author')),
    committer: signatureIn(value('committer')),
    ...told(decoded(message), contents.length < size),
    ...(signature ? { signature } : {}),
  };
};

/** What is told of a message; `isPart`: there is more of it. */
const told = (text: string, isPart: boolean): Pick<Commit, 'message' | 'cut'> => {
  const whole = messageText(text);
  const message = toldBeginning(whole);
  return { message, ...(isPart || message.length < whole.length ? { cut: true } : {}) };
};

/** No history has more; who writes commits by hand may name some twenty thousand. */
const mostParents = 1_000;

const parentsIn = (headers: ObjectText['headers']): string[] =>
  headers
    .filter(([name]) => name === 'parent')
    .slice(0, mostParents)
    .map(([, parent]) => ownText(parent.slice(0, 40)));

/** What a tag leads to, from the beginning of its object; undefined where that is none of a tag. */
export const taggedIn = (contents: Buffer): { id: string; type: string } | undefined => {
  const [, id, type] = /^object ([0-9a-f]{40})\ntype (\w+)\n/.exec(contents.toString('latin1', 0, 100)) ?? [];
  return id === undefined ? undefined : { id, type };
};

/** What somebody wrote about a tag, from the tag's object. */
export const annotationOf = ({ contents, size }: Contents): Annotation => {
  const { headers, message } = objectText(contents);
  const tagger = headers.find(([name]) => name === 'tagger')?.[1];
  return {
    ...(tagger === undefined ? {} : { tagger: signatureIn(Buffer.from(tagger, 'latin1').toString('utf8')) }),
    ...told(message.toString('utf8'), contents.length < size),
  };
};
