/**
 * Characters that no document of XML may have, and that the server of Subversion writes into its answers as they are
 * nevertheless: no client can read one that has them. (Those below the space it refuses, or encodes.)
 */
export const untoldCharacter = /[\ufffe\uffff]/u;

/** The same two in UTF-8. */
const untoldBytes = [Buffer.from('\ufffe'), Buffer.from('\uffff')];

/** Whether there is one of them. */
export const hasUntold = (said: Buffer): boolean => untoldBytes.some((each) => said.includes(each));
