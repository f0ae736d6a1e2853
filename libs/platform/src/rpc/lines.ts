/** Bytes, as of a message that came, of which the lines from `at` on are the texts of an answer. */
export interface LineMessage {
  readonly bytes: Buffer;
  readonly at: number;
}

/**
 * An answer that consists mostly of JSON texts which nobody on the way has to parse. The first line is `head` as JSON;
 * each text has a line of its own after it. (JSON text can be written without line breaks.)
 */
export class Lines<H = unknown> {
  /** What they are lines of: the whole message as it came, or what was written before; absent where they are texts. */
  readonly message: LineMessage | undefined;
  private known: readonly string[] | undefined;

  /** `texts`: or the message in which they are. */
  constructor(
    readonly head: H,
    texts: readonly string[] | LineMessage,
  ) {
    if ('bytes' in texts) this.message = texts;
    else this.known = texts;
  }

  /** Those of a message are read when they are wanted: most pages are passed on as they came. */
  get texts(): readonly string[] {
    return (this.known ??= this.message ? textsIn(this.message) : []);
  }
}

const textsIn = ({ bytes, at }: LineMessage): string[] =>
  at < bytes.length ? bytes.toString('utf8', at).split('\n') : [];
