import { percentDecoded } from '@holdfast/kernel';
import { repositoryIdOf } from './repository-id.js';

/** An address inside of a repository: `root` is that of the repository, `below` what follows, raw, with its slash. */
export interface DavAddress {
  repository: string;
  root: string;
  below: string;
}

/**
 * Reads what follows the kind in an address. Undefined where it is none that could be served: an encoded slash, a name
 * that leads upwards, a NUL. `base` is the raw path up to it.
 */
export const davAddress = (base: string, rest: string): DavAddress | undefined => {
  const slash = rest.indexOf('/');
  const id = slash < 0 ? rest : rest.slice(0, slash);
  const below = slash < 0 ? '' : rest.slice(slash);
  const repository = repositoryIdOf(percentDecoded(id) ?? '');
  const above = percentDecoded(base);
  if (repository === undefined || above === undefined || !below.split('/').every(isName)) return undefined;
  return { repository, root: `${above}${repository}`, below };
};

/**
 * The path of an address that a client names beside that of its request, as far as it lies in the same repository:
 * with or without scheme and host, which differ from ours behind a proxy. Undefined: it lies elsewhere.
 */
export const sameRepository = (root: string, named: string): string | undefined => {
  const path = named.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) return undefined;
  const depth = root.split('/').length;
  const parts = path.split('/');
  const above = percentDecoded(parts.slice(0, depth).join('/'));
  const below = parts.slice(depth);
  if (above !== root || !below.every(isName)) return undefined;
  return [root, ...below].join('/');
};

/** A part between slashes that stands for itself. */
const isName = (part: string): boolean => {
  const name = percentDecoded(part);
  return name !== undefined && name !== '.' && name !== '..' && !/[/\0]/.test(name);
};
