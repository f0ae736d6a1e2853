/** Most bytes of an answer that are not counted: a connection has one at a time, and an address so many connections. */
export const smallAnswer = 16 * 1024;
/** Most bytes of a page; what passes it goes to the next page. */
export const pageLimit = 4 * 1024 * 1024;
/** Bytes that an object of a page is taken to have before it is known. */
const ofObject = 4 * 1024;
/** Those of the included children of one object. */
const ofChildren = 1024 * 1024;

/** Bytes for which there must be room before a list of so many objects is asked for. */
export const roomForPage = (objects: number, includes: boolean): number =>
  includes ? pageLimit : Math.min(pageLimit, Math.max(smallAnswer, objects * ofObject));

/** The same for one object. Undefined: its answer is looked at when it is there. */
export const roomForObject = (includes: boolean): number | undefined => (includes ? ofChildren : undefined);

/**
 * The same for the answer to a body of so many bytes: what is created is answered as it was sent, and beside it what
 * every object has.
 */
export const roomForAnswer = (length: number): number | undefined =>
  length <= smallAnswer / 4 ? undefined : length + smallAnswer;
