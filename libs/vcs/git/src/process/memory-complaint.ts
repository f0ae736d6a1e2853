/** git ended because it had no memory left. `complaint`: what it wrote to its standard error. */
export const isOutOfMemory = ({ complaint }: { readonly complaint: string }): boolean =>
  /out of memory/i.test(complaint);
