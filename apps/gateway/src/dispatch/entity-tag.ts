import { hash } from 'node:crypto';

/** A weak tag of a JSON answer: equal as long as the objects are, whatever the time of the answer. */
export const entityTag = (body: string): string => {
  // The objects of one answer may carry the times of several seconds.
  const lasting = body.replace(/"api_timestamp":"[\dT:-]{19}Z"/g, '');
  return tagOf(lasting);
};

/** The same of the message that an answer was made of, as far as it was made of nothing else. */
export const tagOf = (source: string | Uint8Array): string => `W/"${hash('sha1', source, 'base64url')}"`;

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
