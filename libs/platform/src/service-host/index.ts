export * from './handles.decorator.js';
export { outsideTurn } from './held-turn.js';
export { LongReads } from './long-reads.js';
export * from './nats.strategy.js';
export * from './reply-form.js';
export * from './service-host.js';
export * from './service-object.js';
export * from './health.js';
export { WrittenPage } from './written-page.js';
