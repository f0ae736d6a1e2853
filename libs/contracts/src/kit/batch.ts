/** Most objects of one batch. */
export const batchLimit = 100;
