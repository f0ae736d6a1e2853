import type { Reading } from '@holdfast/vcs-spi';

/** Of somebody who waits so long for it (ms). */
export const reading = (time = 600_000): Reading => ({
  owner: { company: 'acme', account: 'ada' },
  deadline: Date.now() + time,
});
