export { GitEngine, type GitEngineSettings } from './git.engine.js';
export { GitKind, gitKind } from './git.kind.js';
export { usualLimits, type TransferLimits } from './transfer/transfer-limits.js';
export type { UpkeepSettings } from './upkeep/housekeeping.js';
export type { StateLimits } from './refs/state-cache.js';
