import { hash } from 'node:crypto';

/**
 * A weak tag of what a JSON answer is made of, which is to have no times of answers in it: the text of an object before
 * it is stamped, or the message that a page was copied from.
 */
export const tagOf = (source: string | Uint8Array): string => `W/"${hash('sha1', source, 'base64url')}"`;

/** The same of a page of such texts, with what else it says. */
export const tagOfPage = (texts: readonly string[], besides: object): string =>
  tagOf([JSON.stringify(besides), ...texts].join('\n'));

/** Those behind so many are not looked at: each takes time, and a head may have thousands. */
const mostTags = 500;

/** Whether `If-None-Match` names the tag (weak comparison, RFC 9110 13.1.2). */
export const matches = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false;
  const bare = tag.slice(2);
  return header.split(',', mostTags).some((each) => {
    const candidate = each.trim();
    return candidate === '*' || candidate === tag || candidate === bare;
  });
};
