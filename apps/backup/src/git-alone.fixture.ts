import type { KindFiles } from './making/repository-copies.js';

/** Kinds of which git is the only one, and nothing of it is left out. */
export const gitAlone: ReadonlyMap<string, KindFiles> = new Map([['git', { incoming: /^$/ }]]);
