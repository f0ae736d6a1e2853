import type { ListSource } from '@holdfast/platform/persistence';
import { compositionOf, type ServiceObject } from '@holdfast/platform/service-host';
import * as objects from './objects.js';
import type { RelatedRows } from './related/related-rows.js';

type IdentityObject = ServiceObject<RelatedRows, ListSource>;

/** What the service consists of. */
export const { entities, migrations, services, parts, related, lists } = compositionOf(
  Object.values<IdentityObject>(objects),
);
