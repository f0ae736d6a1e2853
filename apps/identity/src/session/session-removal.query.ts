import { statement } from '@holdfast/platform/persistence';

/** Most sessions of an account: whoever logs in once more ends the one that is unused for the longest. */
export const mostSessions = 10_000;

/** Most rows that one statement of a transaction removes, so that it ends in its time. */
const atOnce = 10_000;

/**
 * Makes room for one more session of account `$1`: those go that are unused for the days in `$2`, or older than those
 * in `$3` (null: no limit), and those of which there are too many. By hand: it looks at so many rows only, as an
 * installation of earlier code may have millions of one account; each login removes a part of these.
 */
export const makeSessionRoom = statement<never>(
  'session_room',
  `delete from session where uuid = any (array(
     select uuid from (
       select uuid, row_number() over (order by last_used_at desc) as place,
              last_used_at <= now() - make_interval(days => $2::int) as unused,
              created_at <= now() - make_interval(days => $3::int) as old
         from (select uuid, last_used_at, created_at from session where account_uuid = $1
                limit ${2 * mostSessions}) part) ranked
      where unused or old or place >= ${mostSessions}))`,
);

/**
 * Removes some sessions of account `$1`, the first after id `$2`, and answers the last id; null: there were none. By
 * hand: in the order of an index, as what a transaction has removed is passed over by each look that begins anew.
 */
export const endSomeSessions = statement<{ last: string | null }>(
  'session_end',
  `with part as (select uuid, id from session where account_uuid = $1 and id > $2 order by id limit ${atOnce}),
     gone as (delete from session where uuid = any (array(select uuid from part)))
   select max(id) as last from part`,
);
