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
  const match = form.exec(target.startsWith('/') ? target : target.replace(authority, ''));
  if (!match) return undefined;
  const [, company, project, kind, rest, query] = match;
  return { company: idOf(company), project: idOf(project), kind: kind as ByteKind, rest, query: query ?? '' };
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
