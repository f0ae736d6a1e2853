/** Why a request of LFS is refused, in one line for people. */
export class LfsProblem extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** What the body of the answer has besides. */
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'LfsProblem';
  }
}
