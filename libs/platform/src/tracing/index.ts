export * from './begin-trace.js';
export * from './start-tracing.js';
