/**
 * The name that a file has in a zip. Where one is unpacked on Windows a backslash leads to another directory: a name by
 * which it would climb, or begin anew, has `%5C` for it, and `%25` for `%`. Each name is that of one path: what already
 * looks like such a one is written so, too. All others are as they are, also with a backslash.
 */
export const zipName = (path: string): string => {
  const meant = path.replace(/%(?:25)*5C/g, '\\');
  if (!meant.includes('\\') || !meant.split(/[\\/]/).some(leadsAway)) return path;
  return path.replaceAll('%', '%25').replaceAll('\\', '%5C');
};

const leadsAway = (part: string): boolean => /^(?:\.{0,2}$|[a-z]:)/i.test(part);
