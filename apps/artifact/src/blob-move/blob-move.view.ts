import type { BlobMoveLine } from '@holdfast/contracts';
import type { BlobMoveRow } from './blob-move.entity.js';
import { isHeard } from './blob-move.store.js';

/** The place of a digest among all, of which none is likelier than another. */
const percentOf = ({ place, state }: BlobMoveRow): number => {
  if (state === 'done') return 100;
  return place === null ? 0 : Math.floor((place.readUInt16BE() / 2 ** 16) * 100);
};

/** A move as the operator sees it. */
export const lineOfMove = (row: BlobMoveRow): BlobMoveLine => {
  const { uuid, checks, target, former, state, pass, lines, error } = row;
  const isLeft = state === 'running' && !isHeard(row);
  return {
    ...{ uuid, checks, target, former, state, pass, lines, error },
    percent: percentOf(row),
    seen: Number(row.seen),
    copied: Number(row.copied),
    bytes: Number(row.bytes),
    faults: Number(row.faults),
    waits: isLeft ? 'no process of the artifact service with these stores is at work' : row.waits,
    asked_at: row.askedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
};
