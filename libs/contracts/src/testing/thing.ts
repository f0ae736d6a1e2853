import { text } from '../kit/attribute.js';
import type { ObjectContract } from '../kit/object-contract.js';

/** A contract of an object that no service has. */
export const thing = (name: string, more: Partial<ObjectContract> = {}): ObjectContract => ({
  name,
  plural: `${name}s`,
  service: 'identity',
  attributes: { id: text() },
  sortable: [],
  searchable: [],
  ...more,
});
