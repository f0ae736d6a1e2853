import type { RefChange } from '@holdfast/contracts';
import { storableText } from '@holdfast/kernel';

/** UTF-16 units; no kind takes longer ones by a push. */
const longestName = 4_096;

/** A name as events and records tell it: what a kind lets pass may be what no database takes, or no message carries. */
export const toldName = (name: string): string => storableText(name, longestName);

export const toldChange = (change: RefChange): RefChange => ({
  ...change,
  ref: toldName(change.ref),
  name: toldName(change.name),
});
