const form = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The id in an address; undefined: it cannot be one. */
export const repositoryIdOf = (text: string): string | undefined =>
  text.length <= 250 && form.test(text) && !text.includes('..') ? text : undefined;
