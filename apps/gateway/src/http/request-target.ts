export interface RequestTarget {
  /** Raw path as sent, without the query; still percent-encoded. */
  path: string;
  query: string;
}

/** Splits a request target, origin-form or absolute-form (RFC 9112 3.2), without decoding anything. */
export const requestTarget = (target: string): RequestTarget => {
  let rest = target;
  if (!rest.startsWith('/')) {
    const authority = /^https?:\/\/[^/?#]*/i.exec(rest)?.[0];
    rest = authority === undefined ? rest : rest.slice(authority.length) || '/';
  }
  const question = rest.indexOf('?');
  return question < 0
    ? { path: rest, query: '' }
    : { path: rest.slice(0, question), query: rest.slice(question + 1) };
};
