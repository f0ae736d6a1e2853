/**
 * From now on what is thrown where nobody catches it, in a callback or in a promise, is told and ends nothing: it
 * concerns one exchange, and the process carries those of everybody. What that exchange leaves open ends by its
 * deadlines.
 */
export const outliveFaults = (tell: (fault: unknown) => void): void => {
  // Node hands unhandled rejections over as well, where nobody else asks for them.
  process.on('uncaughtException', tell);
};
