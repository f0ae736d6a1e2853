/**
 * What the work answers, if it does so within as many milliseconds; else what `late` answers, or throws. The work goes
 * on all the same, and its failure is nobody's then.
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
