const mebibyte = 1024 * 1024;

/** Bytes of the first parts. Servers want 5 MiB at least, all parts but the last. */
export const firstPart = 8 * mebibyte;
/** So many parts have the same size; then they grow by that of the first, so that 10,000 hold 440 GiB. */
const growsAfter = 1_000;
/** More parts than that no server takes. */
export const mostParts = 10_000;

/** Bytes of the part; parts are counted from 0. */
export const sizeOfPart = (index: number): number => firstPart * (1 + Math.floor(index / growsAfter));

export const largestPart = sizeOfPart(mostParts - 1);
