import { fileDeletion } from './artifact/index.js';
import { pathLockDeeds } from './repository/index.js';
import * as artifact from './artifact/objects.js';
import type { ObjectContract, ServiceName } from './kit/object-contract.js';
import { operationsIn, type OperationContract } from './kit/operation.js';
import { Relations } from './kit/relations.js';
import * as identity from './identity/objects.js';
import * as repository from './repository/objects.js';

/** Every operation of the public API. Routes, guards, the OpenAPI document and the reference derive from it. */
export const allOperations: readonly OperationContract[] = [
  ...operationsIn(identity),
  ...operationsIn(repository),
  ...operationsIn(artifact),
];

/** Every object type with a public operation, by its name. */
export const allObjects: ReadonlyMap<string, ObjectContract> = new Map(
  allOperations.map(({ object }) => [object.name, object]),
);

/** How all of them stand to each other. */
export const allRelations = new Relations(allObjects.values());

/** Whose work it is what audit events tell of things that the API has no operations for. */
const ownersOfOthers: ReadonlyMap<string, ServiceName> = new Map([
  [fileDeletion.object, 'artifact'],
  [pathLockDeeds.object, 'repository'],
  ['job', 'repository'],
]);

/** The service whose audit records may tell of the operation; undefined: there is no such operation. */
export const auditedBy = (operation: string): ServiceName | undefined => {
  const [object] = operation.replace(/^operator\./, '').split('.');
  return ownersOfOthers.get(object) ?? allObjects.get(object)?.service;
};
