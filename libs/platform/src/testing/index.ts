export * from './describe-lists.js';
export * from './event-witness.js';
export * from './schema-differences.js';
export * from './served-subjects.js';
export * from './test-database.js';
export * from './test-servers.js';
export * from './byte-authority.fixture.js';
export * from './made-key.js';
