export { ivyKind } from './ivy-kind.js';
