/** A packet of git's protocol begins with its length, in so many hexadecimal digits, which count themselves. */
export const packetHead = 4;

/** What stands before so many bytes. */
export const lengthBefore = (bytes: number): string =>
  (bytes + packetHead).toString(16).padStart(packetHead, '0');

export const packet = (text: string): string => lengthBefore(Buffer.byteLength(text)) + text;

/** The length that a packet says of itself; 0: none that is well formed. Its head has to be there. */
export const lengthAt = (bytes: Buffer, at: number): number => {
  let length = 0;
  for (let each = at; each < at + packetHead; each += 1) {
    const digit = digitOf(bytes[each]);
    if (digit < 0) return 0;
    length = length * 16 + digit;
  }
  return length;
};

/** -1: no hexadecimal digit. */
export const digitOf = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};
