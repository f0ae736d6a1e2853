export { compareVersions, sortVersions } from './comparable-version.js';
export { mavenKind } from './maven-kind.js';
export { mavenIndexes } from './metadata.js';
