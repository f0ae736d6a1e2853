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

/** How a service is asked about objects that stand in answers of others; what it lacks it has no objects for. */
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
