import type { OngoingTransfer } from '@holdfast/vcs-spi';

/** What the main process needs of a grant. */
export const ongoing = ({
  kind,
  service,
  repository,
  principal,
  writes,
}: OngoingTransfer): OngoingTransfer => ({
  kind,
  service,
  repository,
  principal,
  ...(writes ? { writes } : {}),
});
