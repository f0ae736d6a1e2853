/** How often a program is asked whether it works (ms), and how often it may be looked for its answer in vain. */
export interface SilencePatience {
  every: number;
  most: number;
}

const usual: SilencePatience = { every: 1_000, most: 30 };

/**
 * Notices that a program hangs: what it was asked is not answered, however long it is waited for. Looks are counted,
 * and not time: while the machine sleeps, or who asks stands still himself, nobody is found silent. Calls `onSilence`
 * once. Answers what ends the watch.
 */
export const watchSilence = (
  ask: () => Promise<unknown>,
  onSilence: () => void,
  { every, most }: SilencePatience = usual,
): (() => void) => {
  let isAwaited = false;
  let silent = 0;
  const answered = (): void => {
    isAwaited = false;
  };
  const look = (): void => {
    if (!isAwaited) {
      isAwaited = true;
      silent = 0;
      ask().then(answered, answered);
      return;
    }
    silent += 1;
    if (silent < most) return;
    clearInterval(timer);
    onSilence();
  };
  const timer = setInterval(look, every).unref();
  return () => clearInterval(timer);
};
