import { fitsAsJson, propertiesLimit } from '@holdfast/contracts';
import type { Problems } from '@holdfast/kernel';

/** Custom attributes after a change: merged by top-level key, null removes a key. */
export const mergedProperties = (now: object, sent: object, problems: Problems): object => {
  const merged = Object.fromEntries(
    Object.entries<unknown>({ ...now, ...sent }).filter(([, value]) => value !== null && value !== undefined),
  );
  if (!fitsAsJson(merged, propertiesLimit)) problems.add('properties', { maximum: propertiesLimit });
  return merged;
};
