import { createHash } from 'node:crypto';
import { now } from '../http/envelope.js';

/** A weak tag of a JSON answer: equal as long as the objects are, whatever the time of the answer. */
export const entityTag = (body: string): string => {
  const lasting = body.replaceAll(`"api_timestamp":"${now()}"`, '');
  return `W/"${createHash('sha1').update(lasting).digest('base64url')}"`;
};

/** Whether `If-None-Match` names the tag (weak comparison, RFC 9110 13.1.2). */
export const matches = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false;
  const bare = tag.slice(2);
  return header.split(',').some((each) => {
    const candidate = each.trim();
    return candidate === '*' || candidate === tag || candidate === bare;
  });
};
