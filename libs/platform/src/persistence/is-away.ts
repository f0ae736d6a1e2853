const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Connection exceptions, and a server that has too many of them.
  ...['08000', '08001', '08003', '08004', '08006', '53300'],
  // Shutdown, crash, start-up, a statement that the server or an operator ended, an idle transaction.
  ...['57P01', '57P02', '57P03', '57P05', '57014', '25P03'],
]);

/** The driver and the mapper say some of it in words only. */
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|(?:encountered a connection error|was closed) and is not queryable|Client has encountered a connection error|already released/;

/** The database cannot be reached, went away in the middle or gave up in time: 503, not a fault of ours. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return (code !== undefined && awayCodes.has(code)) || awayWords.test(error.message);
};
