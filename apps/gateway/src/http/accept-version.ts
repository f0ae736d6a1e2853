/**
 * Whether the answer may be given as version 1: the header names version 1 of any vendor, a type that v1 fits,
 * or no version at all. False: it asks for other versions only. `own`: our vendor word.
 */
export const acceptsVersionOne = (accept: string | undefined, own: string): boolean => {
  if (!accept) return true;
  const ours = `${vendors}${own.toLowerCase()}.v`;
  let otherVersion = false;
  for (const range of accept.split(',', mostRanges)) {
    const type = range.split(';', 1)[0].trim().toLowerCase();
    const version = versionIn(type, ours);
    if (version === '1' || type === 'application/json' || type === '*/*' || type === 'application/*')
      return true;
    if (version !== undefined) otherVersion = true;
  }
  return !otherVersion;
};

const vendors = 'application/vnd.';
/** Of more nobody is in earnest, and each takes time, whoever asks. */
const mostRanges = 64;

/**
 * `2-beta` of `application/vnd.word.v2-beta+json`: what begins with a digit, but anything behind `ours`. Undefined: the
 * type names no version.
 */
const versionIn = (type: string, ours: string): string | undefined => {
  if (!type.startsWith(vendors)) return undefined;
  const name = type.replace(/\+[^+.]*$/, '');
  if (name.startsWith(ours)) return name.slice(ours.length);
  const at = name.lastIndexOf('.v');
  const version = name.slice(at + '.v'.length);
  return at > vendors.length && /^\d/.test(version) ? version : undefined;
};
