/** The head of a plain client's request, as far as the door of a kind looks at it. */
export interface RequestHead {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A raw request target below the address of a kind, taken apart but not yet believed. */
export interface BelowKind {
  /** The raw path up to and with the slash after the kind. */
  readonly base: string;
  /** What follows the kind and its slash: raw, still encoded, never empty, without the query. */
  readonly rest: string;
  /** What follows the question mark; empty when there is none. */
  readonly query: string;
}

/** A final answer other than success, as plain clients get it: a status and one ASCII line that says why. */
export interface DoorRefusal {
  readonly status: number;
  readonly reason: string;
  /** Names and values, alternating. */
  readonly headers?: readonly string[];
}

/** The body in which a kind's clients look for the reason of a refusal. */
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
