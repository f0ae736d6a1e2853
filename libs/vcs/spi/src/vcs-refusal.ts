export const refusalCodes = [
  /** The reference exists already. */
  'name_in_use',
  /** Another reference is a directory of this name, or this name a directory of it (`a` and `a/b`). */
  'name_collides',
  /** The kind does not allow the name. */
  'name_invalid',
  /** No such reference or repository. */
  'not_found',
  /** The reference is not where the caller expected it. */
  'moved',
  /** The id names nothing, or something that is not a commit. */
  'not_a_commit',
  /** Another writer was in the way at this moment; nothing was written, and it may be tried again. */
  'contended',
  /** A repository lies in the directory already. */
  'directory_in_use',
  /** The engine did not answer, or too much waits for it: whether the write happened may be unknown. */
  'unavailable',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** A typed "no" of a kind. It crosses processes as `code` and `message`, never as a class. */
export class VcsRefusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
    this.name = 'VcsRefusal';
  }
}

export const isRefusalCode = (value: unknown): value is RefusalCode => {
  return refusalCodes.includes(value as RefusalCode);
};
