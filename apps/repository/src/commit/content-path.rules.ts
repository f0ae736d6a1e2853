/**
 * A path inside a repository as it is looked for, without the slash that may stand behind a directory; undefined where
 * nothing can be called so.
 */
export const contentPath = (text: string): string | undefined => {
  const path = text.endsWith('/') ? text.slice(0, -1) : text;
  const possible = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  return possible ? path : undefined;
};
