/** The full name of what every commit moves: the newest revision. */
export const headRef = 'HEAD';
