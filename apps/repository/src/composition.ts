import type { ListSource } from '@holdfast/platform/persistence';
import { compositionOf, type ServiceObject } from '@holdfast/platform/service-host';
import type { Type } from '@nestjs/common';
import * as objects from './objects.js';
import type { RelatedSource } from './related/related-source.js';

/** What the service consists of. */
export const { entities, migrations, services, parts, related, lists } = compositionOf(
  Object.values<ServiceObject<Type<RelatedSource>, ListSource>>(objects),
);
