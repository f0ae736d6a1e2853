import type { ListSource } from '@holdfast/platform/persistence';
import type { ServiceObject } from '@holdfast/platform/service-host';
import { artifactList, ArtifactListQuery } from './artifact-list.query.js';
import { ArtifactService } from './artifact.service.js';
import { PageStarts } from './page-starts.js';

export const artifact = {
  services: [ArtifactService],
  parts: [ArtifactListQuery, PageStarts],
  lists: { artifact: artifactList },
} satisfies ServiceObject<unknown, ListSource>;
