export const isAbsence = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG';
};

/** What a file is that is not there. */
export const unlessAbsent = (error: unknown): undefined => {
  if (!isAbsence(error)) throw error;
  return undefined;
};
