import { kindWords } from '@holdfast/contracts/kind-words';
import { percentDecoded, type BelowKind } from '@holdfast/kernel';

/** A request target below a repository address, taken apart but not yet believed. */
export interface ByteAddress extends BelowKind {
  /** Id of the company; undefined when the segment cannot be one. */
  company?: string;
  /** Id (or uuid) of the project; undefined when the segment cannot be one. */
  project?: string;
  kind: string;
}

const form = new RegExp(
  `^/(?!api/)([^/?]+)/projects/([^/?]+)/repositories/(${kindWords.join('|')})/([^/?][^?]*)(?:\\?(.*))?$`,
  's',
);
const authority = /^https?:\/\/[^/?]*/i;
const name = /^[A-Za-z0-9_-]{1,200}$/;

/**
 * Reads a raw request target, in origin or absolute form: `/<company>/projects/<project>/repositories/<kind>/<rest>`.
 * Undefined when it is no repository address at all; nothing is normalised, so `..` and `//` stay what they are.
 */
export const byteAddress = (target: string): ByteAddress | undefined => {
  const path = target.startsWith('/') ? target : target.replace(authority, '');
  const match = form.exec(path);
  if (!match) return undefined;
  const [, company, project, kind, rest, query] = match;
  const base = `/${company}/projects/${project}/repositories/${kind}/`;
  return {
    company: idOf(company),
    project: idOf(project),
    kind,
    base,
    rest,
    query: query ?? '',
  };
};

const idOf = (segment: string): string | undefined => {
  const id = percentDecoded(segment);
  return id !== undefined && name.test(id) ? id : undefined;
};
