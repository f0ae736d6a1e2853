/**
 * So many requests of one connection may be unanswered. Each costs a hundred times the memory of its bytes, and who
 * sends ahead at all keeps to far fewer.
 */
export const mostUnanswered = 100;

/**
 * Most bytes of a body that are not counted where memory is: a connection has one at a time, and only so many
 * connections may owe the rest of one.
 */
export const smallBody = 4 * 1024;

/** Pieces of a body that are free, and those that a second adds: who is slow may send byte by byte. */
const freePieces = 1_000;
const piecesPerSecond = 100;
/** Beyond these a piece has so many bytes on the average. */
const leastBytes = 64;

/**
 * Whether a body that has come in so many pieces within so many ms is nothing but work for the reader: each piece, a
 * chunk of the transfer coding for example, costs the same whatever its size.
 */
export const isCrumbled = (pieces: number, bytes: number, passed: number): boolean =>
  pieces > freePieces + (passed / 1000) * piecesPerSecond + bytes / leastBytes;
