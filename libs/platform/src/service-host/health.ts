/** What one service says of itself; `parts` that are down make it unready. */
export interface HealthReport {
  service: string;
  up: boolean;
  /** By name, true when up. */
  parts: Record<string, boolean>;
  /** What the operator should know of parts that are up, by name. Not for everybody: it names versions. */
  notes?: Record<string, string>;
}

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
