import type { GitCommand } from './git-command.js';

/**
 * KiB of the stack of what looks at what is new. git walks trees by recursion: what it can walk with so few it can serve
 * with the usual ones. A deeper tree is refused.
 */
export const narrowStack = 2_048;

/** What takes a push in looks at it. Absent: the usual one. */
export const stackOf = ({ command }: GitCommand): number | undefined =>
  command === 'receive-pack' ? narrowStack : undefined;
