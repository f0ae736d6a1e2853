/** Ends when its signal says so, as work does that is stopped. */
export const untilAborted = ({ signal }: { signal: AbortSignal }): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ended')));
  });

/** For work that says when it has begun, and ends when it is told to. */
export const held = () => {
  let begin!: () => void;
  let finish!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  return { begin, begun, finish, finished };
};
