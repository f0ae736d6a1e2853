/** The kinds of repositories that have an address of their own for plain clients. */
export const byteKinds = ['git', 'mercurial', 'subversion', 'maven', 'ivy'] as const;
export type ByteKind = (typeof byteKinds)[number];

/** A request target below a repository address, taken apart but not yet believed. */
export interface ByteAddress {
  /** Id of the company; undefined when the segment cannot be one. */
  company?: string;
  /** Id (or uuid) of the project; undefined when the segment cannot be one. */
  project?: string;
  kind: ByteKind;
  /** The raw path up to and with the slash after the kind. */
  base: string;
  /** What follows the kind and its slash: raw, still encoded, never empty, without the query. */
  rest: string;
  /** What follows the question mark; empty when there is none. */
  query: string;
}

const form =
  /^\/(?!api\/)([^/?]+)\/projects\/([^/?]+)\/repositories\/(git|mercurial|subversion|maven|ivy)\/([^/?][^?]*)(?:\?(.*))?$/s;
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
    kind: kind as ByteKind,
    base,
    rest,
    query: query ?? '',
  };
};

const idOf = (segment: string): string | undefined => {
  const id = decoded(segment);
  return id !== undefined && name.test(id) ? id : undefined;
};

/** Percent-decodes once; undefined when the text is malformed. */
export const decoded = (text: string): string | undefined => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
