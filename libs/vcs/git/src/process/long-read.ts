/**
 * What takes git longer than this to read (ms of the processor) is to be in the commit-graph soon: each later push that
 * is compared with all references reads it again.
 */
export const longRead = 30;
