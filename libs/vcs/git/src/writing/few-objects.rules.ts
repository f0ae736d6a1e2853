import type { FileEdits } from '@holdfast/vcs-spi';
import { isOrdinaryName } from './file-path.rules.js';
import type { NewObject } from './new-objects.js';

/** More of them, or more bytes, cost git less than us. */
const most = { objects: 16, bytes: 16 << 10 };

/**
 * Whether git has nothing to look at in the new objects of a commit that was not looked at before they were made: they
 * are few, and no file is one that git itself reads.
 */
export const areFewAndOrdinary = (
  { modified }: Pick<FileEdits, 'modified'>,
  objects: readonly NewObject[],
): boolean =>
  objects.length <= most.objects &&
  objects.reduce((sum, { contents }) => sum + contents.length, 0) <= most.bytes &&
  // A NUL would end the text of a commit for old programs.
  objects.every(({ type, contents }) => type !== 'commit' || !contents.includes(0)) &&
  modified.every(({ path }) => path.split('/').every(isOrdinaryName));
