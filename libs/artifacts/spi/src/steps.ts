/** What work in steps comes to, and in how many; nobody else is served meanwhile. */
export const atOnce = <T>(work: Iterator<void, T>): { result: T; steps: number } => {
  for (let steps = 1; ; steps += 1) {
    const step = work.next();
    if (step.done) return { result: step.value, steps };
  }
};
