import { rm } from 'node:fs/promises';
import { describeVcsKind, type VcsSamples, flipByte } from '@holdfast/vcs-spi/conformance';
import { GitWorld } from './git-world.fixture.js';
import { git } from './index.js';
import { everyReader } from './read-by.fixture.js';

const requests = ['upload-pack', 'receive-pack'].flatMap((service) => [
  { service, method: 'GET', below: '/info/refs', query: `service=git-${service}` },
  {
    ...{ service, method: 'POST', below: `/git-${service}` },
    headers: { 'content-type': `application/x-git-${service}-request` },
  },
]);

const json = { 'content-type': 'application/vnd.git-lfs+json' };
const object = `/info/lfs/objects/${'ab'.repeat(32)}`;
const lfsRequests = [
  { service: 'lfs-batch', method: 'POST', below: '/info/lfs/objects/batch', headers: json },
  { service: 'lfs-download', method: 'GET', below: object },
  { service: 'lfs-upload', method: 'PUT', below: `${object}/5` },
  { service: 'lfs-verify', method: 'POST', below: '/info/lfs/verify', headers: json },
  { service: 'lfs-locks', method: 'GET', below: '/info/lfs/locks', query: 'path=a' },
  { service: 'lfs-lock', method: 'POST', below: '/info/lfs/locks', headers: json },
];

const samples: VcsSamples = {
  has: [
    'blame',
    'branches',
    'care',
    'commits',
    'contentAddressed',
    'diff',
    'log',
    'otherRefs',
    'remotes',
    'search',
    'tags',
    'tree',
  ],
  makesTags: true,
  forks: true,
  branch: 'feature/next',
  badBranch: 'a..b',
  branches: ['B', 'a', 'a-b', 'a0', 'ünï/ветка', 'z', '😀', '￼', 'e\u0301', 'é'],
  absent: '1'.repeat(40),
  noRevisions: (id: string) => [
    'HEAD',
    id.slice(0, 6),
    `${id}^{}`,
    `${id}\ninfo`,
    '0123456789',
    '0'.repeat(40),
  ],
  abbreviations: (id: string) => [id.slice(0, 7), id.slice(0, 20).toUpperCase()],
  requests: [...requests, ...lfsRequests],
  commands: (path: string) =>
    ['upload-pack', 'receive-pack', 'upload-archive'].map((service) => ({
      service,
      words: [`git-${service}`, path],
    })),
  passes: (path: string) =>
    ['download', 'upload'].map((pass) => ({ pass, words: ['git-lfs-authenticate', path, pass] })),
  notServed: [
    '',
    '/',
    '/HEAD',
    '/objects/info/packs',
    '/info%2Frefs',
    '/git-upload-archive',
    '/info/lfs',
    '/info/lfs/objects',
  ],
};

describe.each(everyReader)('read by $by,', ({ nodegit }) =>
  describeVcsKind(git, samples, async () => {
    const world = await GitWorld.start(nodegit);
    return {
      kind: world.kind,
      engine: world.engine,
      freshDirectory: () => world.freshDirectory(),
      commit: (directory, branch, count) => world.grow(directory, branch, count),
      remove: async (directory) => {
        await world.kind.open(directory).close();
        await rm(directory, { recursive: true });
      },
      damage: (directory) => flipByte(directory, /^objects\/(?:[0-9a-f]{2}\/[0-9a-f]{38}|pack\/.*\.pack)$/),
      notACommit: (directory) => world.must(['rev-parse', 'HEAD^{tree}'], { cwd: directory }),
      stop: () => world.stop(),
      leftovers: () => world.leftovers(),
    };
  }),
);
