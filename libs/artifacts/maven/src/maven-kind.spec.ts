import { artifactKindConformance } from '@holdfast/artifact-spi/conformance';
import { maven } from './index.js';
import { layoutSamples } from './layout/layout-samples.js';

artifactKindConformance(maven, layoutSamples);
