import type { Annotation, Commit, Signature } from './vcs-history.js';
import type { CommitSignature } from './vcs-signature.js';

/** An answer ends behind the object with which it passes so many characters of text. */
export const mostText = 3 << 20;

/** Characters of what is told of a commit or an annotation. */
export const lengthOf = (one: Commit | Annotation): number =>
  one.message.length +
  ('parents' in one
    ? one.parents.length * parentLength + ofPeople(one.author, one.committer) + ofSignature(one.signature)
    : ofPeople(one.tagger));

/** Of a parent, with what divides it from the next. */
const parentLength = 41;

const ofPeople = (...people: (Signature | undefined)[]): number =>
  people.reduce((sum, each) => sum + (each ? each.name.length + each.email.length : 0), 0);

const ofSignature = (signature: CommitSignature | undefined): number =>
  (signature?.text.length ?? 0) + (signature?.signed?.length ?? 0);
