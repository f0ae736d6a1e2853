import type { Annotation, Commit, Signature } from '@holdfast/vcs-spi';
import type { ObjectReader } from '../process/object-reader.js';
import { commitOf } from './commit-object.js';

/** An answer ends behind the object with which it passes so many characters of text. */
export const mostText = 3 << 20;

const ofPeople = (...people: (Signature | undefined)[]): number =>
  people.reduce((sum, each) => sum + (each ? each.name.length + each.email.length : 0), 0);

/** Characters of what somebody wrote. */
export const lengthOf = (one: Commit | Annotation): number =>
  one.message.length +
  ('parents' in one ? one.parents.length * 41 + ofPeople(one.author, one.committer) : ofPeople(one.tagger));

/** Null for what is no commit. */
export const commitIn = async (reader: ObjectReader, id: string): Promise<Commit | null> => {
  const object = await reader.contents(id);
  return typeof object === 'string' || object.type !== 'commit' ? null : commitOf(object.id, object);
};
