import { contentMark, lastingMark, type FileLook } from '@holdfast/platform/files';

/** What is kept of a look at a file: written to since, it looks different. */
export const markOf = ({ size, mark }: FileLook): string => `${size}.${mark}`;

/**
 * Whether a file has the content that it had, by its marks. Others may have given it a name meanwhile. `lasts`: it
 * never changes once it has its name, though a push of what it holds, into a fork as well, gives it the time of now.
 */
export const isAsItWas = (before: string, now: string, lasts = false): boolean =>
  lasts ? lastingMark(before) === lastingMark(now) : contentMark(before) === contentMark(now);
