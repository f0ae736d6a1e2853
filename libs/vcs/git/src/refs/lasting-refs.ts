import { syncPath } from '@holdfast/kernel';
import { keyOf, syncPaths } from '@holdfast/vcs-spi';
import { unlessAbsent } from './absence.js';

/** In these, and in what lies above them, refs of pushes change every day: they were there from the beginning. */
const usual = /^refs\/(?:heads|tags)$/;

/** A ref (its full name) that git has written, or deleted. */
export interface WrittenRef {
  ref: string;
  /** Perhaps from the file of packed refs. */
  isGone: boolean;
}

/** Brings the names of refs that git has written to the disk, where what they hold is already. */
export const syncRefs = async (directory: string, refs: readonly WrittenRef[]): Promise<void> => {
  const top = Buffer.from(`${directory}/`);
  const places = new Set<string>(refs.some(({ isGone }) => isGone) ? [''] : []);
  for (const { ref } of refs) addPlaces(places, keyOf(ref));
  const paths = [...places].map((place) => Buffer.concat([top, Buffer.from(place, 'latin1')]));
  await syncPaths(paths, (path) => syncPath(path).catch(unlessAbsent));
};

/** Directories that may have been made for it lie in others. */
const addPlaces = (places: Set<string>, key: string): void => {
  for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
    const place = key.slice(0, at);
    places.add(place);
    if (usual.test(place)) return;
  }
};
