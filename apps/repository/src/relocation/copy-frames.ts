/** What one storage node tells another of a repository that moves: lines of JSON, and behind `file` its bytes. */
export type CopyFrame =
  | { directory: string }
  /** Its bytes follow, then a `sum`. */
  | { file: string; size: number; mode: number }
  /** Of the bytes before it (CRC-32). */
  | { sum: number }
  | { gone: string }
  /** All so far is to be on the disk. It is answered. */
  | { round: number }
  /** Nothing more comes: the copy is to become the repository. It is answered with a `summary`. */
  | { place: true };

/**
 * What is answered: the round that is on the disk, or what the repository consists of now, or why it goes no further.
 */
export type CopyAnswer = { round: number } | { summary: string } | { problem: string };

/** A path below the repository, as a listing has it. */
export const isPathBelow = (path: string): boolean =>
  path.length <= 4_096 &&
  !path.includes('\0') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
