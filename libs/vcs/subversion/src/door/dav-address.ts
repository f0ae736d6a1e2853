import { percentDecoded } from '@holdfast/kernel';
import { repositoryIdOf } from './repository-id.js';

/**
 * An address inside of a repository: `root` is that of the repository, `below` what follows, with its slash, in its
 * canonical form. What is judged is this form, and the server gets the same: it would read other spellings (`re%76`,
 * `//`) as the same place.
 */
export interface DavAddress {
  repository: string;
  root: string;
  below: string;
}

/**
 * Reads what follows the kind in an address. Undefined where it is none that could be served: an encoded slash, a name
 * that leads upwards, an empty one, a NUL. `base` is the raw path up to it.
 */
export const davAddress = (base: string, rest: string): DavAddress | undefined => {
  const [id, ...names] = rest.split('/');
  const repository = repositoryIdOf(percentDecoded(id) ?? '');
  const above = percentDecoded(base);
  const below = canonical(names);
  if (repository === undefined || above === undefined || below === undefined) return undefined;
  return { repository, root: `${above}${repository}`, below };
};

/**
 * The canonical path of an address that a client names beside that of its request, as far as it lies in the same
 * repository: with or without scheme and host, which differ from ours behind a proxy. Undefined: it lies elsewhere.
 */
export const sameRepository = (root: string, named: string): string | undefined => {
  const path = named.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) return undefined;
  const depth = root.split('/').length;
  const parts = path.split('/');
  const above = percentDecoded(parts.slice(0, depth).join('/'));
  const below = canonical(parts.slice(depth));
  return above === root && below !== undefined ? root + below : undefined;
};

/** Whether it is what `DavAddress.below` may be. */
export const isCanonical = (below: string): boolean =>
  below === '' || (below.startsWith('/') && canonical(below.slice(1).split('/')) === below);

/** Names with their slashes, each encoded in the one way that there is for it; undefined where one is no name. */
const canonical = (names: readonly string[]): string | undefined => {
  let path = '';
  for (const [at, raw] of names.entries()) {
    const name = /^[\x21-\x7e]*$/.test(raw) ? percentDecoded(raw) : undefined;
    if (name === undefined || name === '.' || name === '..' || /[/\0]/.test(name)) return undefined;
    // A directory may end with a slash.
    if (name === '' && at < names.length - 1) return undefined;
    path += `/${encodeURIComponent(name)}`;
  }
  return path;
};
