/** So far ahead (s) a date may be: the index of a busy artifact, which tells it, would be of the next hour soon. */
const mostAhead = 10;

/**
 * When something has changed, in SQL, that had changed at `former` before. Clients are told whole seconds: it is in a
 * later one than the date before, so that a date tells one state from another. What changes more than once in a second
 * has a date to come for a while; what does so for long has several states of one date, also after the clock was set
 * back. No date goes back. A transaction may have waited for others, so its own time is not taken.
 */
export const laterThan = (former: string): string =>
  `greatest(statement_timestamp(), least(date_trunc('second', ${former}) + interval '1 second',
     greatest(${former}, statement_timestamp() + interval '${mostAhead} seconds')))`;

/** When a file (`f`) was stored, also where a restore has brought it back later. */
export const storedAt = 'case when f.back_at = f.modified_at then f.stored_at else f.modified_at end';
