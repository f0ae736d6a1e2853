import type { Match, View } from '@holdfast/contracts';
import type { FoundText } from '@holdfast/vcs-spi';

export type MatchView = View<typeof Match>;

/** What was found as the API shows it, without `api_status` and `api_timestamp`. */
export const matchView = ({ path, line, text, cut }: FoundText): MatchView => ({
  path,
  ...(line === undefined ? {} : { line }),
  ...(text === undefined ? {} : { text }),
  ...(cut ? { truncated: true } : {}),
});
