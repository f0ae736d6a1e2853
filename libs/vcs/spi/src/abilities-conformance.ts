/** The properties of a repository that a kind may leave out. */
export const abilities = ['branches', 'commits', 'log', 'tags', 'tree'] as const;
export type Ability = (typeof abilities)[number];

/** `describe` for a kind that has all that the tests need. For others the group is not registered. */
export const describeWith = (
  has: readonly Ability[],
  ...needed: Ability[]
): ((name: string, tests: () => void) => void) =>
  needed.every((each) => has.includes(each)) ? describe : () => undefined;
