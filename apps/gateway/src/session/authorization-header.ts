export interface Keys {
  companyKey: string;
  accountKey: string;
}

const key = /(?<![a-z_])(company_key|account_key)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,"']*))/g;
const hex = /^[0-9a-f]{32}$/;

/**
 * Finds both keys in an Authorization header, in every form that released clients send: any scheme word or
 * none, a dot or blanks after it, double, single or no quotes, commas or none, either order, other keys beside.
 * Undefined when a key is missing, stands twice, or is not 32 lower-case hex digits.
 */
export const keysOf = (header: string): Keys | undefined => {
  const found: Record<string, string> = {};
  for (const [, name, double, single, bare] of header.matchAll(key)) {
    if (found[name] !== undefined) return undefined;
    found[name] = double ?? single ?? bare;
  }
  const { company_key: companyKey = '', account_key: accountKey = '' } = found;
  return hex.test(companyKey) && hex.test(accountKey) ? { companyKey, accountKey } : undefined;
};
