/** A `uint32` of SSH (RFC 4251, 5). */
export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A `string` of SSH. */
export const wireString = (content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([uint32(bytes.length), bytes]);
};

/** An `mpint` of SSH that is not negative, from its bytes of fixed length. */
export const wireNumber = (fixed: Buffer): Buffer => {
  const first = fixed.findIndex((byte) => byte !== 0);
  const bytes = first < 0 ? Buffer.alloc(0) : fixed.subarray(first);
  const isHigh = (bytes[0] ?? 0) >= 0x80;
  return wireString(isHigh ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
};
