import { LRUCache } from 'lru-cache';

/** What a string takes beside its characters, with the place that refers to it (bytes). */
const besides = 64;

/** What strings take in memory that have one byte for each character (bytes). */
export const bytesOfTexts = (texts: Iterable<string>): number => {
  let bytes = 0;
  for (const { length } of texts) bytes += length + besides;
  return bytes;
};

/**
 * Answers that hold for ever, by their question. Names and paths in them are as long as whoever pushed them liked, so
 * they are counted in bytes, and so are the questions.
 */
export const remembered = <V extends object>(
  most: number,
  bytesOf: (answer: V) => number,
): LRUCache<string, V> =>
  new LRUCache<string, V>({
    maxSize: most,
    sizeCalculation: (answer, question) => bytesOf(answer) + bytesOfTexts([question]),
  });
