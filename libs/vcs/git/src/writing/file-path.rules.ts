/** Longest path of a file, and longest name in it (bytes): what file systems take. */
const longestPath = 4096;
const longestName = 255;
/** So many names has a path at most. */
const deepest = 200;

/** `C:\` and its like begin a path of its own on Windows. */
const drive = /^[A-Za-z]:[\\/]/;
/** What file systems pass over in names, HFS+ first of all. */
const passedOver = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** The name that a file system may take this one for. */
const plain = (name: string): string =>
  name
    .replace(passedOver, '')
    .normalize('NFKC')
    .replace(passedOver, '')
    // NTFS: what stands behind a colon is a stream of the file, and blanks and dots at the end do not count.
    .replace(/:.*$/s, '')
    .replace(/[ .]+$/, '')
    .toLowerCase();

/** The directory itself or the one above it, to programs that cut blanks off the ends of names as well. */
const isDots = (name: string): boolean => /^\.\.? *$/.test(name.replace(passedOver, ''));

/** `.git`, its short name on Windows, and what is taken for one of them. */
const gitDirectory = /^(\.git|git~\d+)$/;
/** Files that git itself reads, by their names and by their short ones. */
const readByGit =
  /^(\.git(modules|attributes|ignore)|\.mailmap|(gitmod|gitatt|gitign|mailma|gi7eba|gi7d29|gi250a|maba30)~\d+)$/;

/** What every file system takes as it is; most names are like that. */
const plainName = /^[\w@+-][\w@+.,=-]*$/;

/** A backslash is a letter to git, and to Windows it is not. */
const isName = (name: string): boolean =>
  name !== '' && Buffer.byteLength(name) <= longestName && (plainName.test(name) || isHarmless(name));

const isHarmless = (name: string): boolean =>
  !name.startsWith('\\') &&
  name.split('\\').every((part) => !isDots(part) && !gitDirectory.test(plain(part)));

/** Whether no system takes a name that a file may have for that of a file which git itself reads. */
export const isOrdinaryName = (name: string): boolean =>
  plainName.test(name) || (!/[\\:~]/.test(name) && !readByGit.test(plain(name)));

/** Whether a file may have this path: it stays in the repository, wherever that is checked out. */
export const isFilePath = (path: string): boolean => {
  if (Buffer.byteLength(path) > longestPath || drive.test(path)) return false;
  const names = path.split('/');
  return names.length <= deepest && names.every(isName);
};

/** Whether a part of what a link leads to is harmless. A longer one leads to nothing. */
const isLinked = (part: string): boolean =>
  Buffer.byteLength(part) <= longestName && !isDots(part) && !gitDirectory.test(plain(part));

/**
 * Whether the file at a path may be a symlink to `target`, which leads nowhere outside of the repository, by whatever
 * other links it goes: it may go up at its beginning only, where no other link can be on its way.
 */
export const isSafeLink = (path: string, target: string): boolean => {
  const directories = path.split('/').length - 1;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (readByGit.test(plain(name)) || /[\0\\]/.test(target) || drive.test(target)) return false;
  if (target === '' || target.startsWith('/') || Buffer.byteLength(target) >= longestPath) return false;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const up = parts.findIndex((part) => part !== '..');
  const ups = up < 0 ? parts.length : up;
  const names = parts.slice(ups);
  return ups <= directories && names.every(isLinked);
};
