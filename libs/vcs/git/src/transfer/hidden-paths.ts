/** An absolute path: all that stands between quotes, or up to the next blank. */
const absolute = /'\/[^']*'|(?<=^|[\s'"(=])\/[^\s'"]+\/[^\s'",;:)]*/g;

/** What git says of its own, without where on the disk of the server it says it of. */
export const withoutPaths = (text: string): string => text.replace(absolute, 'the repository');
