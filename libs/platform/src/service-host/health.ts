import { within } from '@holdfast/kernel';

/** Whether the check holds within the time. */
export const holds = async (check: () => Promise<unknown>, milliseconds = 500): Promise<boolean> => {
  const checked = async (): Promise<boolean> => {
    await check();
    return true;
  };
  return within(milliseconds, checked(), () => false).catch(() => false);
};
