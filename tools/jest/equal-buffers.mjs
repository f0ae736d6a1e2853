import { expect } from '@jest/globals';

// Jest compares them byte by byte, each as a property: a second and more for a MiB.
expect.addEqualityTesters([
  /** @param {unknown} a @param {unknown} b */
  (a, b) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined),
]);
