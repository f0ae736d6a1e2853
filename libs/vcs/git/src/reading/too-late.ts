import { VcsRefusal } from '@holdfast/vcs-spi';

/**
 * Of a page on which there is nothing when the time is over, not even that there is nothing: who was told that there
 * is more would go on where he was, and ask the same for ever.
 */
export const tooLate = (): VcsRefusal =>
  new VcsRefusal('unavailable', 'the time was over before anything was found');
