const nodegit = process.env.HOLDFAST_TEST_NODEGIT;

/**
 * What repositories are read by, of which each must tell the same: the stock git, and nodegit where somebody has named
 * one, as `tools/test nodegit` does. It takes minutes to build, so nothing else needs it.
 */
export const everyReader: { by: string; nodegit?: string }[] = [
  { by: 'git' },
  ...(nodegit === undefined ? [] : [{ by: 'nodegit', nodegit }]),
];
