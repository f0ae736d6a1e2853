export * from './disk-watch.js';
export * from './logger.js';
export * from './metrics.js';
