/** A number as a svndiff has it. */
const number = (value: number): number[] => {
  const digits = [value & 127];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift((rest & 127) | 128);
  return digits;
};

const nothing = Buffer.alloc(0);

/** A window: where it begins in what it is made from, how much of that it has, and how much it makes. */
export const windowOf = (
  from: number,
  length: number,
  made: number,
  instructions: Buffer = nothing,
  data: Buffer = nothing,
): Buffer =>
  Buffer.concat([
    Buffer.from([from, length, made, instructions.length, data.length].flatMap(number)),
    instructions,
    data,
  ]);

export const svndiffHead = (version: number): Buffer =>
  Buffer.from(`SVN${String.fromCharCode(version)}`, 'latin1');

export const svndiff = (...windows: Buffer[]): Buffer => Buffer.concat([svndiffHead(0), ...windows]);

/** Copies so many bytes from the beginning of what a window is made from. */
const copied = (bytes: number): Buffer => Buffer.from([0, ...number(bytes), 0]);

/**
 * One whose second window has no length and goes back: `start` bytes from before its memory are in what the last one
 * makes.
 */
export const goingBack = (start: number): Buffer =>
  svndiff(
    windowOf(start, 10, 10, copied(10)),
    windowOf(0, 0, 1, Buffer.from([0x81]), Buffer.from('X')),
    windowOf(0, start + 10, start + 10, copied(start + 10)),
  );
