import { rm } from 'node:fs/promises';
import { describeVcsKind, type VcsSamples, flipByte } from '@holdfast/vcs-spi/conformance';
import { mercurial } from './index.js';
import { describeMercurial, MercurialWorld } from './mercurial-world.fixture.js';

const reading = ['capabilities', 'heads', 'batch', 'getbundle', 'stream_out'].map((command) => ({
  ...{ service: 'read', method: 'GET', below: '' },
  query: `cmd=${command}`,
}));
const post = { method: 'POST', headers: { 'content-length': '0' } };

const samples: VcsSamples = {
  has: [
    'blame',
    'bookmarks',
    'branches',
    'care',
    'contentAddressed',
    'diff',
    'hasCommits',
    'log',
    'remotes',
    'search',
    'tags',
    'tree',
  ],
  makesTags: false,
  forks: false,
  branch: 'feature/next',
  badBranch: 'a:b',
  branches: ['B', 'a', 'a-b', 'a0', 'a/b', 'ünï/ветка', 'z', '😀', 'e\u0301', 'é'],
  absent: '1'.repeat(40),
  noRevisions: (id: string) => [
    'tip',
    'null',
    '0',
    id.slice(0, 6),
    `${id}^`,
    '0'.repeat(40),
    'f'.repeat(40),
    'f'.repeat(7),
  ],
  abbreviations: (id: string) => [id.slice(0, 7), id.slice(0, 20).toUpperCase()],
  requests: [
    ...reading,
    { service: 'read', below: '/', query: 'cmd=getbundle', ...post },
    { service: 'write', below: '', query: 'cmd=unbundle&heads=666f726365', ...post },
    { service: 'write', below: '', query: 'cmd=pushkey', ...post },
  ],
  commands: (path: string) =>
    ['write'].map((service) => ({ service, words: ['hg', '-R', path, 'serve', '--stdio'] })),
  notServed: ['/raw-file/tip/a', '//', '/.hg/hgrc', '%2F'],
};

describeMercurial('Mercurial', () => {
  describeVcsKind(mercurial, samples, async () => {
    const world = new MercurialWorld();
    await world.start();
    return {
      kind: world.kind,
      engine: world.engine,
      freshDirectory: () => world.freshDirectory(),
      commit: (directory, branch, count) => world.grow(directory, branch, count),
      remove: async (directory) => {
        await world.kind.open(directory).close();
        await rm(directory, { recursive: true });
      },
      damage: (directory) => flipByte(directory, /^\.hg\/store\/00manifest\.i$/, 2),
      stop: () => world.stop(),
      leftovers: () => world.leftovers(),
    };
  });
});
