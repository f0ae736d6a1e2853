import { artifactKindConformance } from '@holdfast/artifact-spi/conformance';
import { mavenKind } from './maven-kind.js';

artifactKindConformance(mavenKind);
