import type { DoorRefusal } from '@holdfast/kernel';

/** A header that may be sent once. Node joins or drops what comes twice of these. */
export const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

export const wrongMethod = (allow: string): DoorRefusal => ({
  status: 405,
  reason: `only ${allow} here`,
  headers: ['Allow', allow],
});
