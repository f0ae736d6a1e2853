import type { GitCommand } from './git-command.js';

/**
 * KiB of the stack of what looks at what is new. git walks trees by recursion: what it can walk with so few it can
 * serve with the usual ones. A tree of 1,150 levels and more is refused; newer git takes 2,048. While git sends one it
 * keeps all paths to where it is: of 6,000 levels with names of 250 letters these were 4.5 GB for each clone.
 */
export const narrowStack = 256;

/** What takes in a push, or what a remote has, looks at it. Absent: the usual one. */
export const stackOf = ({ command }: GitCommand): number | undefined =>
  command === 'receive-pack' || command === 'fetch' ? narrowStack : undefined;
