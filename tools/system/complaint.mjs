import { traceOf } from './failure.mjs';

/** Something that the operator can mend: shown as its message, without a stack. */
export class Complaint extends Error {}

/**
 * Runs a command's main function, which may answer an exit status; its complaint becomes one line on stderr and exit
 * status 1.
 * @param {() => Promise<number | void>} main
 */
export const command = async (main) => {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Complaint ? error.message : traceOf(error)}\n`);
    process.exitCode = 1;
  }
};

/**
 * Prints how this command is used where that is asked for, and says whether it was. Nothing else is to be done then.
 * @param {string} usage
 */
export const helped = (usage) => {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
};
