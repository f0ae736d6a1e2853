/**
 * A part of an answer that in one message would hold up both processes. `more`: by that the next is asked for; absent:
 * there is none.
 */
export interface AnswerPart {
  readonly part: string;
  readonly more?: string;
}
