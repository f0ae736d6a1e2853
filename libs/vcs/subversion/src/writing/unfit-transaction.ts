import { unfitNames } from './changed-names.js';
import { unfitProps } from './transaction-props.js';

/**
 * Why an open transaction may be no revision, by what it says. Names are read in less time than properties. `gone`: the
 * client, for whom nobody has to know it then.
 */
export const unfitIn = async (
  directory: string,
  transaction: string,
  gone?: AbortSignal,
): Promise<string | undefined> =>
  (await unfitNames(directory, transaction, gone)) ?? (await unfitProps(directory, transaction, gone));
