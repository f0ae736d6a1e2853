/**
 * Texts that mean nothing but themselves, as git takes them, and the option that says how they are written. None may
 * have an end of a line in it: git takes what comes behind it for another pattern. Where the case does not matter, git
 * puts a fixed text between `\Q` and `\E` for PCRE: one that has `\E` in it would go on as a pattern.
 */
export const literalPatterns = (texts: readonly string[]): { option: string; patterns: string[] } =>
  texts.some((text) => text.includes('\\E'))
    ? {
        option: '--basic-regexp',
        patterns: texts.map((text) => text.replace(/[\\.[\]*^$]/g, '\\$&')),
      }
    : { option: '--fixed-strings', patterns: [...texts] };
