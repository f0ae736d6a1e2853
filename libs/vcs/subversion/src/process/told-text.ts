import { isUtf8 } from 'node:buffer';

/**
 * Characters that no document of XML may have, and that the server of Subversion writes into its answers as they are
 * nevertheless: no client can read one that has them. (Those below the space it refuses, or encodes.)
 */
export const untoldCharacter = /[\ufffe\uffff]/u;

/** The same two in UTF-8. */
const untoldBytes = [Buffer.from('\ufffe'), Buffer.from('\uffff')];

/** Whether there is one of them. */
export const hasUntold = (said: Buffer): boolean => untoldBytes.some((each) => said.includes(each));

/** Whether a property may have this name: the server writes it as that of an element. */
export const isNameOfProperty = (name: Buffer): boolean =>
  isUtf8(name) && !hasUntold(name) && !/[\0-\x20"&'<>\x7f]/.test(name.toString('latin1'));

const [space, deletion] = [0x20, 0x7f];
const whitespace = new Set(Buffer.from('\t\n\r'));

/**
 * Whether there is a byte by which a value, or all of one that is no UTF-8, stands in the server's XML in an encoding.
 */
export const isEncoded = (value: Buffer): boolean =>
  value.some((byte) => (byte < space && !whitespace.has(byte)) || byte === deletion);
