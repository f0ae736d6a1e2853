/** The full name of what every commit moves: the newest revision. */
export const headRef = 'HEAD';

/** What the full name of a branch begins with. */
export const branchesBelow = 'refs/heads/';
