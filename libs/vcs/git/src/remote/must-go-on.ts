import { VcsRefusal } from '@holdfast/vcs-spi';

/** @throws VcsRefusal `unavailable` once nobody wants the work any more */
export const mustGoOn = (signal: AbortSignal): void => {
  if (signal.aborted) throw new VcsRefusal('unavailable', 'it was stopped');
};
