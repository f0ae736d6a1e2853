import { CodedRefusal } from '@holdfast/kernel';

export const refusalCodes = [
  /** The reference exists already. */
  'name_in_use',
  /** There is a reference of which this name is a directory, or which is a directory of this name (`a`, `a/b`). */
  'name_collides',
  /** The kind does not allow the name. */
  'name_invalid',
  /** No such reference or repository. */
  'not_found',
  /** The reference is at another commit than the caller expected. */
  'moved',
  /** Other references would change with it, of which nobody was asked. */
  'names_change',
  /** Somebody has locked something in it. */
  'locked_inside',
  /** There is nothing with this id, or it is not a commit. */
  'not_a_commit',
  /** Another writer was at work. Nothing was written; try again. */
  'contended',
  /** Somebody else writes, who may wait for a reference that is being changed by whoever asks. Nothing was written. */
  'occupied',
  /** The other side refuses, or cannot be reached: the message says why, for people. */
  'remote',
  /** The directory is not free. */
  'directory_in_use',
  /** It is too large for what is asked of it, and will be for ever. */
  'too_large',
  /** The disk of the server is full. Nothing was written. */
  'no_room',
  /** The engine did not answer, or too many calls wait for it. The write may have happened or not. */
  'unavailable',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** A refusal by a kind. Between processes it travels as `code` and `message`. */
export class VcsRefusal extends CodedRefusal {
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
