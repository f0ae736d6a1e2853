/** What says where an answer ends and what becomes of its connection: this process says that itself. */
const framing =
  /^(?:content-length|transfer-encoding|connection|keep-alive|proxy-connection|te|trailer|upgrade)$/i;

/**
 * What the service says of an answer, as names and values, alternating, but for where it ends: a client, or a proxy
 * that many share, would take what comes behind that for the answer to the next request. `length`: bytes of the body;
 * undefined: nothing is said of it.
 */
export const framedHeaders = (
  said: Readonly<Record<string, string>>,
  length: number | string | undefined,
): string[] => {
  const list: string[] = [];
  for (const name in said) if (!framing.test(name)) list.push(name, said[name]);
  if (length !== undefined) list.push('Content-Length', String(length));
  return list;
};

/** Those that have no body, whatever their head says. */
export const isBare = (status: number): boolean => status === 204 || status === 304;
