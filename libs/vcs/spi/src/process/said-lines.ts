import type { Readable } from 'node:stream';
import { LineCutter } from './line-cutter.js';

/** Hands over what a program writes, line by line, as the `LineCutter` cuts it. Empty lines are left out. */
export const eachLine = (stream: Readable, ...cut: ConstructorParameters<typeof LineCutter>): void => {
  const cutter = new LineCutter(...cut);
  stream.setEncoding('utf8').on('data', (text: string) => cutter.hear(text));
  stream.on('end', () => cutter.end());
};
