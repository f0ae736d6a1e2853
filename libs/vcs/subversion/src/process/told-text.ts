/**
 * Characters that no document of XML may have, and that the server of Subversion writes into its answers as they are
 * nevertheless: no client can read one that has them. (Those below the space it refuses, or encodes.)
 */
export const untoldCharacter = /[\ufffe\uffff]/u;

/** The same two in UTF-8. */
const untoldBytes = [Buffer.from('\ufffe'), Buffer.from('\uffff')];

/** Whether there is one of them. */
export const hasUntold = (said: Buffer): boolean => untoldBytes.some((each) => said.includes(each));

/** A character that no path has here: Subversion itself refuses control characters of ASCII, and takes all others. */
export const unpathed = /(?![\x80-\x9f])[\p{Cc}\p{Cs}\ufffe\uffff]/u;

/**
 * Whether a property may have this name: the server writes it as that of an element, and clients' readers of XML know
 * only those of its first editions. Of letters beyond ASCII these are those in use; stock clients set none of them.
 */
export const isNameOfProperty = (name: Buffer): boolean => readName.test(name.toString());

const european = 'À-ÖØ-öø-ıŊ-žƀ-ǃΆΈ-ΊΎ-ΡΣ-ώЁ-ЌЎ-яё-ќў-ҁ';
const asian = 'א-תء-غف-يअ-हก-ฮぁ-ゔァ-ヺ一-龥가-힣';
const readName = new RegExp(`^[\\w:.${european}${asian}-]+$`);

const [space, deletion] = [0x20, 0x7f];
const whitespace = new Set(Buffer.from('\t\n\r'));

/**
 * Whether there is a byte by which a value, or all of one that is no UTF-8, stands in the server's XML in an encoding.
 */
export const isEncoded = (value: Buffer): boolean =>
  value.some((byte) => (byte < space && !whitespace.has(byte)) || byte === deletion);
