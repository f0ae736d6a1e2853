import { VcsRefusal } from '../vcs-refusal.js';

export const stopped = (): VcsRefusal => new VcsRefusal('unavailable', 'it was stopped');

/** @throws VcsRefusal `unavailable` once nobody wants the work any more */
export const mustGoOn = (signal: AbortSignal): void => {
  if (signal.aborted) throw stopped();
};
