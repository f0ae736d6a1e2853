/**
 * An answer that consists mostly of JSON texts which nobody on the way has to parse. The first line is `head` as JSON;
 * each text has a line of its own after it. (JSON text can be written without line breaks.)
 */
export class Lines<H = unknown> {
  /** `bytes`: the whole message as it came; absent where it is made. */
  constructor(
    readonly head: H,
    readonly texts: readonly string[],
    readonly bytes?: Uint8Array,
  ) {}
}
