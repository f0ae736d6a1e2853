/**
 * A text without all copies of one character (one UTF-16 unit) at its end. By a loop: an expression would go through
 * each run of them once for each that is in it.
 */
export const withoutLast = (text: string, character: string): string => {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
};
