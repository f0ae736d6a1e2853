import type { Reading } from '@holdfast/vcs-spi';

/** Of somebody who waits for it. */
export const reading = (): Reading => ({
  owner: { company: 'acme', account: 'ada' },
  deadline: Date.now() + 20_000,
});
