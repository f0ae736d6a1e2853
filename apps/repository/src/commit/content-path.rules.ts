/**
 * A path inside a repository as it is looked for, without the slash that may stand behind a directory; undefined where
 * nothing can be called so.
 */
export const contentPath = (text: string): string | undefined => {
  const path = text.endsWith('/') ? text.slice(0, -1) : text;
  const possible = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  return possible ? path : undefined;
};

/**
 * Whether this may stand before the paths of an archive: a path itself, also where the archive is unpacked on Windows
 * (drives, backslashes), and none that a list of what is in the archive would show as something else.
 */
export const isArchivePrefix = (text: string): boolean =>
  contentPath(text) !== undefined && !/^[a-z]:|[\\\p{Cc}]/iu.test(text);
