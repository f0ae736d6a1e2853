import type { EngineLink, VcsEngine } from './vcs-engine.js';

/** For tests: an engine in the same process. What crosses to another process crosses as JSON here as well. */
export const linkTo = (engine: Pick<VcsEngine, 'call' | 'work'>): EngineLink => ({
  call: async (operation, input) => crossed(await engine.call(operation, crossed(input))),
  work: async (operation, input, waiting) => crossed(await engine.work(operation, crossed(input), waiting)),
});

const crossed = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
