import type { ListSource } from '@holdfast/platform/persistence';
import { compositionOf, type ServiceObject } from '@holdfast/platform/service-host';
import * as objects from './objects.js';

/** What the service consists of. */
export const { entities, migrations, services, parts, lists } = compositionOf(
  Object.values<ServiceObject<unknown, ListSource>>(objects),
);
