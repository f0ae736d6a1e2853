/** Does it, and tells on the terminal what it was and how long it took. */
export const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const done = await work();
  process.stderr.write(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  return done;
};
