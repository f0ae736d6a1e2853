import type { Blame, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { BlamedLines } from '@holdfast/vcs-spi';

export type BlameView = View<typeof Blame>;

/** Lines of a file as the API shows them, without `api_status` and `api_timestamp`. */
export const blameView = ({ line, count, origin }: BlamedLines): BlameView => ({
  line,
  count,
  commit: origin
    ? {
        id: origin.commit,
        author: origin.author.name,
        email: origin.author.email,
        timestamp: timestamp(new Date(origin.author.at * 1000)),
      }
    : null,
  original_path: origin?.path ?? null,
  original_line: origin?.line ?? null,
});
