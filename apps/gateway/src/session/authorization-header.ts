export interface Keys {
  companyKey: string;
  accountKey: string;
}

const key = '(company|account|plugin)_key\\s*=';
/**
 * A key and its value: in quotes, or up to the next blank, comma, quote or key. What has been read for one of them is
 * not read again for the next, so that the time is in proportion to the length of the header.
 */
const said = new RegExp(`${key}\\s*(?:"([^"]*)"|'([^']*)'|([^\\s,"']*?)(?=${key}|[\\s,"']|$))`, 'g');
const hex = /^[0-9a-f]{32}$/;

/**
 * Finds both keys in an Authorization header, in every form that released clients send: any scheme word or
 * none, a dot or blanks after it, double, single or no quotes, commas or none, either order, other keys beside.
 * Undefined when a key is missing, stands twice, or is not 32 lower-case hex digits.
 */
export const keysOf = (header: string): Keys | undefined => {
  const found: Record<string, string> = {};
  let end = 0;
  for (const { index, 0: whole, 1: name, 2: double, 3: single, 4: bare } of header.matchAll(said)) {
    // What follows a key at once is another one; else a name has letters before it only where it is a longer name.
    const isLonger = index > end && /[a-z_]/.test(header[index - 1]);
    end = index + whole.length;
    if (isLonger || name === 'plugin') continue;
    if (found[name] !== undefined) return undefined;
    found[name] = double ?? single ?? bare;
  }
  const { company: companyKey = '', account: accountKey = '' } = found;
  return hex.test(companyKey) && hex.test(accountKey) ? { companyKey, accountKey } : undefined;
};
