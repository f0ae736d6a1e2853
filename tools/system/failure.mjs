// A caught value can be anything, and within Jest an error of Node is no instance of the test's own `Error`.

/** @param {unknown} error @param {string} name @returns {unknown} */
const memberOf = (error, name) =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** The code that the system or the database gave the error, such as `ENOENT`. @param {unknown} error */
export const codeOf = (error) => memberOf(error, 'code');

/** What the error says, in one line. @param {unknown} error */
export const messageOf = (error) => String(memberOf(error, 'message') ?? error);

/** What the error says, and where it was thrown. @param {unknown} error */
export const traceOf = (error) => String(memberOf(error, 'stack') ?? error);
