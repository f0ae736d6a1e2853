import { unfitNames } from './changed-names.js';
import { unfitProps } from './transaction-props.js';

/** Nothing becomes a revision that nobody has looked at. */
const unread = 'the server could not read what this commit changes, try again';

/**
 * Why an open transaction may be no revision, by what it says. Names are read in less time than properties. `gone`: the
 * client, for whom nobody has to know it then. `contents`: looks at links and properties of what it changes, when all
 * else is fit.
 */
export const unfitIn = async (
  directory: string,
  transaction: string,
  gone?: AbortSignal,
  contents: () => Promise<string | undefined> = () => Promise.resolve(undefined),
): Promise<string | undefined> => {
  try {
    return (
      (await unfitNames(directory, transaction, gone)) ??
      (await unfitProps(directory, transaction, gone)) ??
      (await contents())
    );
  } catch {
    return unread;
  }
};
