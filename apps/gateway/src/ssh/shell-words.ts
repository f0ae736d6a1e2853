/**
 * What one word of a line consists of: quoted in either way, escaped, or plain; anything else means something to a
 * shell.
 */
const part =
  /'([^']*)'|"((?:[^"\\$`]|\\["\\$`])*)"|\\([^\n])|([^\s'"\\$`;&|<>()*?[\]#~!{}\0]+|(?<=[^\s])[~#!])/y;
const longest = 4096;

/**
 * The words of a command line as a shell would split it, where it means the same to every shell; undefined: a shell
 * would do more with it than split it. Nothing is ever given to a shell.
 */
export const shellWords = (line: string): string[] | undefined => {
  if (line.length > longest || /[\n\r\0]/.test(line)) return undefined;
  const words: string[] = [];
  let at = 0;
  for (;;) {
    while (line[at] === ' ' || line[at] === '\t') at += 1;
    if (at === line.length) return words;
    let word = '';
    while (at < line.length && line[at] !== ' ' && line[at] !== '\t') {
      part.lastIndex = at;
      const [whole, single, double, escaped, plain] = part.exec(line) ?? [];
      if (whole === undefined) return undefined;
      word += single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain;
      at += whole.length;
    }
    words.push(word);
  }
};
