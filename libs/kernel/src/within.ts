/**
 * The answer of the work, if it comes within so many milliseconds; else the answer of `late`, which may throw. The work
 * is not stopped then, and it does not matter any more whether it fails.
 */
export const within = async <T>(milliseconds: number, work: Promise<T>, late: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
};
