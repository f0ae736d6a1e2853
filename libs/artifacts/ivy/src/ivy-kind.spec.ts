import { artifactKindConformance } from '@holdfast/artifact-spi/conformance';
import { layoutSamples } from '@holdfast/artifact-maven/layout-samples';
import { ivy } from './index.js';

artifactKindConformance(ivy, {
  ...layoutSamples,
  contentTypes: {
    ...layoutSamples.contentTypes,
    'org/lib/1.0/ivy.xml': 'application/xml',
    'org/lib/1.0/ivy-1.0.xml': 'application/xml',
  },
});
