/** git ended because it had no memory left. `complaint`: what it wrote to its standard error. */
export const isOutOfMemory = ({ complaint }: { readonly complaint: string }): boolean =>
  /out of memory/i.test(complaint);

/** What git would say that ended because its stack was too small, as for trees of very many levels: it says nothing. */
export const stackComplaint = (signal: NodeJS.Signals | null): string =>
  signal === 'SIGSEGV' || signal === 'SIGBUS' ? 'fatal: Out of memory, its stack is too small\n' : '';
