import { bundleOf, changegroupOf, firstId, firstVersion } from './bundle-parts.fixture.js';

/**
 * What makes Mercurial work very much: so many changesets with one and the same list of so many files, of which nothing
 * is there.
 */
export const hardBundle = (changesets: number, files: number): Buffer => {
  const names = Array.from({ length: files }, (_, at) => at.toString(36).padStart(6, '0')).sort();
  const list = names.map((name) => `${name}\0${'1'.repeat(40)}\n`).join('');
  const listId = firstId(list);
  const texts = Array.from(
    { length: changesets },
    (_, at) => `${listId.toString('hex')}\nme\n${at} 0\n\nmessage`,
  );
  const changes = texts.map((text) => firstVersion(firstId(text), firstId(text), text));
  return bundleOf([changegroupOf(changes, [firstVersion(listId, firstId(texts[0]), list)], {})]);
};
