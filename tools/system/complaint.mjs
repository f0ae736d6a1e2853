/** Something that the operator can mend: shown as its message, without a stack. */
export class Complaint extends Error {}

/** Runs a command's main function; its complaint becomes one line on stderr and exit status 1. */
export const command = async (main) => {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Complaint ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
};
