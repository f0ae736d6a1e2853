/** Whether the check holds within the time. */
export const holds = async (check: () => Promise<unknown>, milliseconds = 500): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error('too late')), milliseconds);
    });
    await Promise.race([check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};
