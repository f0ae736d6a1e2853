/**
 * When something has changed, in SQL, that had changed at `former` before. Clients are told whole seconds: it is in a
 * later one than any date before, so that a date tells one state from those before it, also after the clock was set
 * back. What changes more than once in a second has a date to come for a while. A transaction may have waited for
 * others, so its own time is not taken.
 */
export const laterThan = (former: string): string =>
  `greatest(statement_timestamp(), date_trunc('second', ${former}) + interval '1 second')`;
