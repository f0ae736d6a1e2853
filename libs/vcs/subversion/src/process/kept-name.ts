/** No file system of a client has longer names (characters). */
const longest = 255;

/** What HFS+ takes for nothing in a name. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Of a name, what NTFS takes for none of it: a stream, and dots and blanks at the end. */
const passedOver = /:[^]*$|[. ]+$/g;

/**
 * Whether a directory of this name is `.svn` to some client, where it keeps what it knows of its working copy. File
 * systems of macOS and Windows know no case, others of them take more names for one, and short ones (`SVN~1`).
 */
export const isKept = (name: string): boolean => {
  if (name.length > longest) return false;
  const known = name.replace(ignored, '').replace(passedOver, '').replace(passedOver, '');
  return /^(?:\.svn|svn~\d+)$/.test(known.toUpperCase().toLowerCase());
};
