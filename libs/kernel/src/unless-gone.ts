/** For `catch`: what is not there any more is no failure. What was a directory may be a file by now. */
export const unlessGone = (error: unknown): undefined => {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
};
