/**
 * What file systems give out at a time, as they are usually made (bytes): each file takes whole blocks of a disk, and
 * each directory one at least, however little is in them.
 */
export const diskBlock = 4 << 10;
