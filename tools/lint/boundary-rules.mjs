/**
 * What must not import what, by path from the root of the tree. Each rule is proved by a small tree of its own below
 * fixtures/<rule>/, whose imports may lead out of it into this one: hence the `./` that a path may begin after.
 * `$1` in a target is the first group of the source.
 */
/** @param {string} path */
const place = (path) => `(?:^|\\./)${path}`;
const ours = place('(?:apps|libs)/');
/** @param {string} names */
const packages = (names) => `(?:^|/)node_modules/(?:${names})(?:/|$)`;

const kindRoom = 'libs/(vcs|artifacts|blobs)/([^/]+)/';
/** Each kind is one line in one of these. */
const kindLists = place('libs/contracts/src/kinds/(?:vcs|artifact)-kinds\\.ts$');
const kernel = place('libs/kernel/');
const testRunner = packages('@jest/globals');

/** @type {Omit<import('dependency-cruiser').IRegularForbiddenRuleType, 'severity'>[]} */
const rules = [
  {
    name: 'kernel-stands-alone',
    from: { path: kernel },
    to: { pathNot: [kernel, testRunner], dependencyTypesNot: ['core'] },
  },
  {
    name: 'contracts-know-the-kernel-only',
    from: { path: place('libs/contracts/'), pathNot: kindLists },
    to: { path: ours, pathNot: [place('libs/contracts/'), kernel] },
  },
  {
    name: 'contracts-import-no-framework',
    from: { path: place('libs/contracts/') },
    to: { path: 'node_modules/', pathNot: [packages('typebox|ajv'), testRunner] },
  },
  {
    name: 'platform-knows-kernel-and-kit',
    from: { path: place('libs/platform/') },
    to: { path: ours, pathNot: [place('libs/(?:platform|contracts)/'), kernel] },
  },
  {
    name: 'an-spi-knows-the-kernel-only',
    from: { path: place('libs/(vcs|artifacts|blobs)/spi/') },
    to: { path: ours, pathNot: [place('libs/$1/spi/'), kernel] },
  },
  {
    name: 'a-kind-knows-its-spi-only',
    from: { path: place(kindRoom), pathNot: place('libs/[^/]+/spi/') },
    // What kinds share by descent is the `layout/` of the eldest, a library with entry points of its own.
    to: {
      path: ours,
      pathNot: [place('libs/$1/$2/'), place('libs/$1/spi/'), place('libs/$1/[^/]+/src/layout/'), kernel],
    },
  },
  {
    name: 'kinds-import-no-framework',
    from: { path: place(kindRoom) },
    to: { path: packages('@nestjs/[^/]+|typeorm|fastify|rxjs|pg|@nats-io/[^/]+') },
  },
  {
    // All processes have the entries of all kinds, and few of them run an engine.
    name: 'entries-load-their-halves-late',
    from: { path: place('libs/(?:vcs|artifacts)/[^/]+/src/index\\.ts$'), pathNot: place('libs/[^/]+/spi/') },
    to: { path: '(?:[.-]kind|\\.engine)\\.ts$', dynamic: false },
  },
  {
    name: 'apps-do-not-know-each-other',
    from: { path: place('apps/([^/]+)/') },
    to: { path: place('apps/'), pathNot: place('apps/$1/') },
  },
  {
    name: 'kinds-are-named-in-list-files-only',
    from: {
      path: place('(?:apps|libs/(?:contracts|platform|kernel))/'),
      pathNot: [kindLists, place('apps/[^/]+/src/blob-stores\\.ts$')],
    },
    to: { path: place(kindRoom), pathNot: place('libs/[^/]+/spi/') },
  },
  {
    name: 'scenarios-see-the-outside-only',
    from: { path: place('apps/e2e/') },
    to: {
      path: ours,
      pathNot: [place('apps/e2e/'), place('libs/platform/src/testing/'), place('libs/client/'), kernel],
    },
  },
  {
    name: 'the-client-stands-alone',
    from: { path: place('libs/client/') },
    to: { path: ours, pathNot: place('libs/client/') },
  },
  {
    name: 'typeorm-in-its-rooms',
    from: {
      path: ours,
      pathNot: [
        place('libs/platform/src/(?:persistence|testing)/'),
        // Use cases hold transactions; which queries are asked where is the matter of `queries-in-stores`.
        place('apps/(?:identity|repository|artifact)/src/(?!.*\\.(?:rules|view|operations)\\.ts$)'),
      ],
    },
    to: { path: packages('typeorm|@nestjs/typeorm') },
  },
  {
    // These rooms load TypeORM, for some 15 MiB and half a second: not in a process that has no database.
    name: 'no-database-without-data',
    from: { path: place('apps/(?:gateway|operator)/') },
    to: { path: place('libs/platform/src/(?:persistence|service-host)/') },
  },
  {
    name: 'processes-in-their-rooms',
    from: {
      path: ours,
      pathNot: [
        place('libs/vcs/[^/]+/src/'),
        place('apps/repository/src/byte-process/'),
        place('apps/e2e/'),
        // Stock clients of specs.
        '\\.fixture\\.ts$',
      ],
    },
    to: { path: '^(?:node:)?child_process$' },
  },
  {
    name: 'packages-by-their-names',
    from: { path: place('(apps/[^/]+|libs/(?:vcs|artifacts|blobs)/[^/]+|libs/[^/]+)/') },
    to: { path: ours, pathNot: place('$1/'), dependencyTypes: ['local'] },
  },
  { name: 'imports-lead-somewhere', from: {}, to: { couldNotResolve: true } },
  { name: 'no-cycles', from: {}, to: { circular: true } },
];

export const boundaryRules = rules.map((rule) => ({ ...rule, severity: /** @type {const} */ ('error') }));
