/** Why a body did not come to its end, or will not be answered. */
export class BodyFailure extends Error {
  constructor(
    readonly cause: 'gone' | 'stalled' | 'broken' | 'too_large' | 'refused' | 'undecided' | 'late',
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
