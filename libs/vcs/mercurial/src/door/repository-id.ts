const form = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The id in an address, where a trailing slash is accepted; undefined: it cannot be one. */
export const repositoryIdOf = (text: string): string | undefined => {
  const id = text.replace(/\/$/, '');
  return id.length <= 250 && form.test(id) ? id : undefined;
};
