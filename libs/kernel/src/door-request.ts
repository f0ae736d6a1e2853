/** What the door of a kind sees of the head of a request. */
export interface RequestHead {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The target of a request below the address of a kind, in its parts. Nothing of it has been checked. */
export interface BelowKind {
  /** The raw path up to and with the slash after the kind. */
  readonly base: string;
  /** What follows the kind and its slash: raw, still encoded, never empty, without the query. */
  readonly rest: string;
  /** What follows the question mark; empty when there is none. */
  readonly query: string;
}

/** A refusal for clients that do not speak the API: a status, and one line of ASCII that says why. */
export interface DoorRefusal {
  readonly status: number;
  readonly reason: string;
  /** Names and values, alternating. */
  readonly headers?: readonly string[];
}

/** The body of a refusal, for kinds whose clients look for the reason there. */
export interface RefusalBody {
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

/** Percent-decodes once; undefined when the text is malformed. */
export const percentDecoded = (text: string): string | undefined => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
