import { VcsRefusal, type LongWork } from '@holdfast/vcs-spi';

export const stopped = (): VcsRefusal => new VcsRefusal('unavailable', 'it was stopped');

/** What throws once the work is to end. */
export const lookAt =
  ({ signal }: LongWork) =>
  (): void => {
    if (signal.aborted) throw stopped();
  };
