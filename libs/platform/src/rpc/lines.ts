/**
 * An answer of which the larger part is JSON texts that nobody on the way has to read: `head` as JSON, and each text
 * on a line of its own after it (JSON text has no line break).
 */
export class Lines<H = unknown> {
  /** `bytes`: the whole message as it came; absent where it is made. */
  constructor(
    readonly head: H,
    readonly texts: readonly string[],
    readonly bytes?: Uint8Array,
  ) {}
}
