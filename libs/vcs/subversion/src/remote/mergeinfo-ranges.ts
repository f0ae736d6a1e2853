/** What is to be known of the ranges in values of `svn:mergeinfo`. */
export interface MergeinfoRanges {
  /** The first revision of all ranges; 0: of one it is not known. */
  first: number;
  /** Whether all are; those that are not have a star. */
  areInherited: boolean;
}

export const noMergeinfo: MergeinfoRanges = { first: Infinity, areInherited: true };
/** Of values that nobody looked at, or that Subversion would not write so. */
export const unknownMergeinfo: MergeinfoRanges = { first: 0, areInherited: false };

/** Up to the last colon of a line. Subversion reads up to NUL, and CR as the end of a line. */
const place = /^[^\0\r]*:/;
const range = /^([1-9]\d{0,9})(?:-\d{1,10})?(\*?)$/;

/** `value`: one of the property. */
export const rangesIn = (value: Buffer): MergeinfoRanges => {
  if (value.length === 0) return noMergeinfo;
  let { first, areInherited } = noMergeinfo;
  for (const line of value.toString('latin1').split('\n')) {
    const [before] = place.exec(line) ?? [];
    if (before === undefined) return unknownMergeinfo;
    for (const each of line.slice(before.length).split(',')) {
      const [, from, star] = range.exec(each) ?? [];
      if (from === undefined) return unknownMergeinfo;
      first = Math.min(first, Number(from));
      areInherited &&= star === '';
    }
  }
  return { first, areInherited };
};
