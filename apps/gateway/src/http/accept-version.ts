/**
 * Whether the answer may be given as version 1: the header names version 1 of any vendor, a type that v1 fits,
 * or no version at all. False: it asks for other versions only.
 */
export const acceptsVersionOne = (accept: string | undefined): boolean => {
  if (!accept) return true;
  let otherVersion = false;
  for (const range of accept.split(',')) {
    const type = range.split(';', 1)[0].trim().toLowerCase();
    const version = /^application\/vnd\.[a-z0-9!#$&^_.+-]+?\.v(\d+(?:\.\d+)*)(?:\+json)?$/.exec(type)?.[1];
    if (version === '1' || type === 'application/json' || type === '*/*' || type === 'application/*')
      return true;
    if (version !== undefined) otherVersion = true;
  }
  return !otherVersion;
};
