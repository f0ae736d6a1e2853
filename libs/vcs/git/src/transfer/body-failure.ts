/** Why a body did not come to its end. */
export class BodyFailure extends Error {
  constructor(
    readonly cause: 'gone' | 'stalled' | 'broken' | 'too_large',
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
