import { WatchedValues } from '@holdfast/platform/observability';

export const runningHashes = new WatchedValues({
  name: 'holdfast_password_hashes',
  help: 'Hashes of passwords that are computed now.',
});

export const awaitedHashes = new WatchedValues({
  name: 'holdfast_password_hashes_awaited',
  help: 'How many wait for their turn to have a password hashed.',
});
