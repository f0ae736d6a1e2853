import type { CallSubject, InLines } from './kit/internal-call.js';
import type { ServiceName } from './kit/object-contract.js';
import type { Children, ChildrenHead, ListChildren } from './kit/page-lines.js';
import {
  identityCalls,
  type Expand,
  type Expanded,
  type ResolvedReferences,
  type ResolveReferences,
} from './identity/index.js';
import { repositoryCalls } from './repository/index.js';

/** How a service is asked about objects in answers of others. A service that has none for a call lacks that call. */
export interface RelationCalls {
  children?: CallSubject<ListChildren, InLines<Children, ChildrenHead[]>>;
  expand?: CallSubject<Expand, Expanded>;
  /** The ids of objects that others know by uuid. */
  references?: CallSubject<ResolveReferences, ResolvedReferences>;
}

export const relationCalls: Readonly<Record<ServiceName, RelationCalls>> = {
  identity: identityCalls,
  repository: repositoryCalls,
  artifact: {},
};
