// One line for each object of the service, and one for the events of an object.
export * from './artifact/artifact.operations.js';
