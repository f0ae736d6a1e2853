/** Room is given in steps of so many bytes. */
const step = 16 * 1024;
/** Below so many bytes a second a body is slow: it is ended first when others wait. */
const slowRate = 64 * 1024;

/** Bytes of room for a body of which so many have come. */
export const roomFor = (come: number): number => Math.ceil(come / step) * step;

/** Whether a body of which so many bytes came in so many ms is slow. */
export const isSlow = (bytes: number, passed: number): boolean => bytes * 1000 < slowRate * passed;
