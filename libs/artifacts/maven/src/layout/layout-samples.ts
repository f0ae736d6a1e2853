import type { ArtifactSamples } from '@holdfast/artifact-spi/conformance';

const release = 'com/acme/lib/1.0/lib-1.0.jar';
const snapshot = 'com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar';
const build = 'com/acme/lib/1.1-SNAPSHOT/lib-1.1-20260102.030405-7.jar';
/** Of the version `SNAPSHOT`, which is nothing but that. */
const bare = 'com/acme/lib/SNAPSHOT/lib-SNAPSHOT.jar';
const bareBuild = 'com/acme/lib/SNAPSHOT/lib-20260102.030405-7.jar';
const highest = 'com/acme/lib/1.1-SNAPSHOT/lib-1.1-20260102.030405-2147483646.jar';
/** As Maven stores a build of `1.1.SNAPSHOT`. */
const dotted = 'com/acme/lib/1.1.20260102.030405-7/lib-1.1.20260102.030405-7.jar';
const below = 'org/mod/1.1-SNAPSHOT/jars/mod.jar';
const ofSbt = 'org/mod/scala_2.12/sbt_1.0/1.1-SNAPSHOT/ivys/ivy.xml';
/** Group and artifact have names that could be those of versions. */
const inGroup = 'org/acme/x-SNAPSHOT/lib/1.0/lib-1.0.jar';
const ofArtifact = 'org/acme/x-SNAPSHOT/1.0/x-SNAPSHOT-1.0.jar';
const indexOfArtifact = 'org/acme/x-SNAPSHOT/maven-metadata.xml';
const artifactIndex = 'com/acme/lib/maven-metadata.xml';
const snapshotIndex = 'com/acme/lib/1.1-SNAPSHOT/maven-metadata.xml';
const artifact = 'com/acme/lib';

/** What every kind in Maven's layout has to say, for their conformance. */
export const layoutSamples: ArtifactSamples = {
  versions: {
    [release]: { artifact, version: '1.0' },
    'org.acme/lib/1.0/lib-1.0.jar': { artifact: 'org.acme/lib', version: '1.0' },
    [snapshot]: { artifact, version: '1.1-SNAPSHOT' },
    [build]: { artifact, version: '1.1-SNAPSHOT' },
    [highest]: { artifact, version: '1.1-SNAPSHOT' },
    [bare]: { artifact, version: 'SNAPSHOT' },
    [bareBuild]: { artifact, version: 'SNAPSHOT' },
    [dotted]: { artifact, version: '1.1.20260102.030405-7' },
    [`${release}.asc`]: { artifact, version: '1.0' },
  },
  coordinates: {
    [artifact]: { group: 'com.acme', artifact: 'lib' },
    'org.acme/lib': { group: 'org.acme', artifact: 'lib' },
  },
  unversioned: [
    'lib-1.0.jar',
    '1.0/lib-1.0.jar',
    'lib/1.0/lib-1.0.jar',
    'org/lib/1.0/ivy.xml',
    'com/acme/lib/1.0/other-1.0.jar',
    'com/acme/lib/-SNAPSHOT/lib-20260102.030405-7.jar',
  ],
  released: [
    release,
    `${release}.sha1`,
    `${release}.asc`,
    'readme.txt',
    'x/y',
    'a-SNAPSHOT/b',
    'org/lib/1.0/ivy.xml',
    'org/mod/jars/mod-1.1-SNAPSHOT.jar',
    inGroup,
    ofArtifact,
    dotted,
    'com/acme/lib/-SNAPSHOT/lib--SNAPSHOT.jar',
    'com/acme/tool/1.0/tool-1.0-SNAPSHOT',
  ],
  unreleased: [
    snapshot,
    build,
    highest,
    bare,
    bareBuild,
    'org/mod/SNAPSHOT/jars/mod.jar',
    'org/lib/1-SNAPSHOT/ivy.xml',
    below,
    ofSbt,
  ],
  fixed: [build, highest, bareBuild],
  refusedAsNew: [
    '.meta/prefixes.txt',
    '.meta/prefixes.txt/list',
    'com/acme/lib/1.1-SNAPSHOT/lib-1.1-20260104.030405-7.jar',
    'com/acme/lib/SNAPSHOT/lib-99999999.999999-7.jar',
    'com/acme/lib/1.1-SNAPSHOT/lib-1.1-20260102.030405-2147483647.jar',
    'com/acme/lib/SNAPSHOT/lib-20260102.030405-99999999999999999999.pom',
    'com/acme/lib/1.1-SNAPSHOT/lib-1.1-20260102.030405-07.jar',
    'com/acme/lib/SNAPSHOT/lib-20260102.030405-00.jar',
  ],
  indexes: {
    [artifactIndex]: artifact,
    [snapshotIndex]: 'com/acme/lib/1.1-SNAPSHOT',
    [indexOfArtifact]: 'org/acme/x-SNAPSHOT',
    'maven-metadata.xml': '',
  },
  policies: [
    ['release', release, true],
    ['release', 'readme.txt', true],
    ['release', artifactIndex, true],
    ['release', snapshot, false],
    ['release', build, false],
    ['release', `${build}.sha1`, false],
    ['release', snapshotIndex, false],
    ['release', bare, false],
    ['snapshot', bareBuild, true],
    ['release', below, false],
    ['release', `${ofSbt}.sha1`, false],
    ['release', inGroup, true],
    ['release', ofArtifact, true],
    ['release', 'org/acme/x-SNAPSHOT/lib/maven-metadata.xml', true],
    ['release', indexOfArtifact, true],
    ['release', `${indexOfArtifact}.sha1`, true],
    ['release', 'org/acme/x-SNAPSHOT/x-x-SNAPSHOT.jar', false],
    ['release', 'com/acme/lib/SNAPSHOT/maven-metadata.xml', false],
    ['release', 'com/acme/lib/v1.1-SNAPSHOT/maven-metadata.xml', false],
    ['snapshot', snapshot, true],
    ['snapshot', build, true],
    ['snapshot', snapshotIndex, true],
    ['snapshot', artifactIndex, true],
    ['snapshot', `${artifactIndex}.sha1`, true],
    ['snapshot', below, true],
    ['snapshot', `${ofSbt}.sha1`, true],
    ['snapshot', inGroup, false],
    ['snapshot', ofArtifact, false],
    ['snapshot', release, false],
    ['snapshot', `${release}.sha1`, false],
  ],
  contentTypes: {
    [release]: 'application/java-archive',
    'a.WAR': 'application/java-archive',
    'a.pom': 'application/xml',
    'a.module': 'application/json',
    'a.tgz': 'application/gzip',
  },
  computed: [
    {
      directory: artifact,
      facts: { versions: ['1.0', '2.0', '1.1-SNAPSHOT'] },
      tells: ['1.0', '2.0', '1.1-SNAPSHOT'],
    },
    {
      directory: 'com/acme/lib/1.1-SNAPSHOT',
      facts: {
        files: [
          { name: 'lib-1.1-20260102.030405-7.jar', modified: new Date(0) },
          { name: 'lib-1.1-20260102.030405-7-sources.jar', modified: new Date(0) },
        ],
      },
      tells: ['20260102.030405', 'sources'],
    },
    {
      directory: 'com/acme/lib/SNAPSHOT',
      facts: { files: [{ name: 'lib-20260102.030405-7.jar', modified: new Date(0) }] },
      tells: ['<version>SNAPSHOT<', '<value>20260102.030405-7<', '<buildNumber>7<'],
    },
  ],
  affected: {
    [bareBuild]: [
      { directory: artifact, always: false },
      { directory: 'com/acme/lib/SNAPSHOT', always: true },
    ],
    [release]: [{ directory: artifact, always: false }],
    [build]: [
      { directory: artifact, always: false },
      { directory: 'com/acme/lib/1.1-SNAPSHOT', always: true },
    ],
  },
  noIndexes: [
    'not an index',
    '',
    '<html></html>',
    '<!DOCTYPE m [<!ENTITY a "b">]><metadata>&a;</metadata>',
    '<metadata>',
  ],
};
