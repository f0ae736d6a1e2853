/** The most bytes of room that an upload has in advance. */
export const leaseStep = 16 * 1024 * 1024;
/** The most bytes that it has before any of its own have come. */
const firstStep = 1024 * 1024;
/** The least bytes by which a lease grows, if the length of the body is not known. */
const smallestStep = 64 * 1024;

/** A question for room: there must be room for `fit` bytes, and at most `hold` bytes are wanted. */
export interface Wanted {
  fit: number;
  hold: number;
}

/**
 * The first question for a body. If its length is known, there must be room for all of it; `ahead`: so much of it is
 * held at once.
 */
export const wantedFirst = (length: number | undefined, ahead = firstStep): Wanted =>
  length === undefined ? { fit: 0, hold: 0 } : { fit: length, hold: Math.min(length, ahead) };

/** The next question, when so many bytes are needed. For a body of unknown length the lease is doubled. */
export const wantedNext = (bytes: number, length: number | undefined): Wanted => ({
  fit: bytes,
  hold:
    length === undefined
      ? bytes + Math.min(Math.max(bytes, smallestStep), leaseStep)
      : Math.max(bytes, Math.min(length, bytes + leaseStep)),
});

/**
 * How many bytes a lease gets, if so much room is left. Undefined: `fit` does not fit. Of what is wanted beyond `fit`,
 * it gets no more than a sixteenth of the rest: so, near a limit, there is room for others.
 */
export const heldOf = (room: number, { fit, hold }: Wanted): number | undefined => {
  if (fit > room) return undefined;
  return fit + Math.min(hold - fit, Math.floor((room - fit) / 16));
};
