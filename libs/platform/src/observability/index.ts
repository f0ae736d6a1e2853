export * from './disk-watch.js';
export * from './logger.js';
export * from './metrics.js';
export * from './watched-values.js';
