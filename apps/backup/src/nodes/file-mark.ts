import { contentMark, type FileLook } from '@holdfast/platform/files';

/** What is kept of a look at a file: written to since, it looks different. */
export const markOf = ({ size, mark }: FileLook): string => `${size}.${mark}`;

/** Whether a file has the content that it had, by its marks. Others may have given it a name meanwhile. */
export const isAsItWas = (before: string, now: string): boolean =>
  before === now || contentMark(before) === contentMark(now);
