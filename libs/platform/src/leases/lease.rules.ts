/** Most bytes that an upload holds beyond those that have come. */
export const leaseStep = 16 * 1024 * 1024;
/** Least bytes by which the lease of a body of unknown length grows. */
const smallestStep = 64 * 1024;

/** What to ask for: `fit` bytes must have room, at most `hold` are to be held. */
export interface Wanted {
  fit: number;
  hold: number;
}

/** The first question about a body: all of it must fit, where its length is known. */
export const wantedFirst = (length: number | undefined): Wanted =>
  length === undefined ? { fit: 0, hold: 0 } : { fit: length, hold: Math.min(length, leaseStep) };

/** The next question, when so many bytes are there or about to come: a body of unknown length doubles its lease. */
export const wantedNext = (bytes: number, length: number | undefined): Wanted => ({
  fit: bytes,
  hold:
    length === undefined
      ? bytes + Math.min(Math.max(bytes, smallestStep), leaseStep)
      : Math.max(bytes, Math.min(length, bytes + leaseStep)),
});

/**
 * What is held of so much room; undefined: it does not fit. Whoever wants more than must fit gets no more than a
 * sixteenth of the rest, so that near a limit it leaves room for others.
 */
export const heldOf = (room: number, { fit, hold }: Wanted): number | undefined => {
  if (fit > room) return undefined;
  return fit + Math.min(hold - fit, Math.floor((room - fit) / 16));
};
