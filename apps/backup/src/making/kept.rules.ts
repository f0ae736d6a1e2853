/** Which backups stay. One that any of the two keeps stays. */
export interface Keeping {
  /** So many of the last ones. */
  last: number;
  /** Those of which the point is not older than so many days. */
  days: number;
}

const day = 86_400_000;

/** Of backups, the eldest first, those that stay; the last one always does. */
export const keptOf = <T extends { point: string }>(
  all: readonly T[],
  { last, days }: Keeping,
  now: number,
): T[] =>
  all.filter(
    ({ point }, index) => index >= all.length - Math.max(1, last) || now - Date.parse(point) <= days * day,
  );
