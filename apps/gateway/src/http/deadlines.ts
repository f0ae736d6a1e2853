/** How long the door waits for a client; all in milliseconds. */
export interface Deadlines {
  /** For a whole head, from the first byte of the connection or of the request on. */
  head: number;
  /** For the whole body of a request of the API, and for one that nobody reads. */
  body: number;
  /** For the next byte of a transfer, sent or taken by the client. */
  stall: number;
}

export const deadlines: Deadlines = { head: 15_000, body: 60_000, stall: 60_000 };
