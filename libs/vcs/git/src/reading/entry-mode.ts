import { VcsRefusal } from '@holdfast/vcs-spi';

const zero = 0x30;
/** Of the number git looks at no more: what something is, and whether its owner may execute it. */
const looked = 0o170100;
const executable = 0o100;

export const directoryMode = '040000';

/**
 * The mode of an entry of a tree as git takes it, from its digits in `bytes`: an octal number of any length. A file is
 * one that is executed or not; what is no file, directory or symbolic link is a submodule.
 * @throws VcsRefusal where it is no number: git reads no such tree
 */
export const entryMode = (bytes: Buffer, start: number, end: number): string => {
  let mode = 0;
  for (let at = start; at < end; at += 1) {
    const digit = bytes[at] - zero;
    if (digit < 0 || digit > 7) throw unreadable();
    mode = (mode << 3) | digit;
  }
  if (end <= start) throw unreadable();
  return modeOf(mode & looked);
};

const modeOf = (mode: number): string => {
  switch (mode & ~executable) {
    case 0o100000:
      return mode & executable ? '100755' : '100644';
    case 0o040000:
      return directoryMode;
    case 0o120000:
      return '120000';
    default:
      return '160000';
  }
};

const unreadable = (): VcsRefusal => new VcsRefusal('unavailable', 'a directory that nobody can read');
