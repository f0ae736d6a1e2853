export * from './composed-statement.js';
export * from './data-source.js';
export * from './is-away.js';
export * from './list.query.js';
export * from './search-text.js';
export * from './statement.js';
export * from './transaction.js';
export * from './unique-violation.js';
