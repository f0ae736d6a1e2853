/**
 * For an `LRUCache`: it keeps so many entries. Said by its own `max`, it would take the memory of all of them at once,
 * some 50 bytes each, though most installations never fill it.
 */
export const entriesUpTo = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 });
