/** What the dispatcher decided, ready to be written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const answer = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body,
});
