export * from './disk-watch.js';
export * from './logger.js';
export * from './of-request.js';
export * from './metrics.js';
export * from './watched-values.js';
