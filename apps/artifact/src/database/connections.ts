/** To the database, of one process. Uploads hold one while they commit, reads for a moment. */
export const connections = 8;
