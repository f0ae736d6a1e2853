export * from './artifact-http.js';
export * from './artifact-indexes.js';
export * from './artifact-kind.js';
export * from './artifact-path.js';
export * from './checksum.js';
export * from './content-type.js';
export * from './merged-facts.js';
export * from './steps.js';
