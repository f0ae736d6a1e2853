/** How often it is said (ms). */
const every = 30_000;

/**
 * Says now and then which parts bring their databases up to date, which takes hours over very many rows, and waits for
 * whoever uses the tables. Answers a function to be called again and again, which answers whether any does.
 * @param {{ name: string, isMigrating: boolean }[]} parts
 * @param {(text: string) => void} say
 */
export const migrationsTold = (parts, say, now = Date.now) => {
  let told = now();
  return () => {
    const names = parts.filter(({ isMigrating }) => isMigrating).map(({ name }) => name);
    if (names.length > 0 && now() >= told + every) {
      told = now();
      say(`still brought up to date: the database of ${names.join(', ')}`);
    }
    return names.length > 0;
  };
};
