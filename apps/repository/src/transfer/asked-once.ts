/** The same question, which is not asked again about what it was asked about last, where that was something. */
export const askedOnce = <Answer>(
  ask: (about: readonly string[]) => Promise<Answer>,
): ((about: readonly string[]) => Promise<Answer>) => {
  let last: { about: readonly string[]; answer: Promise<Answer> } | undefined;
  return (about) => {
    const known = last;
    if (
      about.length > 0 &&
      known?.about.length === about.length &&
      about.every((each, at) => each === known.about[at])
    )
      return known.answer;
    last = { about, answer: ask(about) };
    return last.answer;
  };
};
