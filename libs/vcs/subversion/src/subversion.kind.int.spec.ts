import { rm } from 'node:fs/promises';
import { describeDoor, describeVcsKind, type VcsSamples, flipByte } from '@holdfast/vcs-spi/conformance';
import { isInstalled, SubversionWorld } from './subversion-world.fixture.js';
import { subversion } from './index.js';

const samples: VcsSamples = {
  has: ['branches', 'care', 'diff', 'happened', 'log', 'newest', 'remotes', 'tags', 'tree'],
  makesTags: false,
  forks: false,
  branch: 'feature next',
  badBranch: 'a/b',
  main: 'trunk',
  isOneLine: true,
  branches: ['B', 'a', 'a-b', 'a0', 'ünï ветка', 'z', '😀', '@x', 'e\u0301', 'é'],
  absent: '4000000000',
  noRevisions: (id: string) => [
    'HEAD~',
    `0${id}`,
    `r${id}`,
    `{${id}}`,
    `-${id}`,
    '0',
    '99999999999',
    `${id}:1`,
  ],
  abbreviations: () => [],
  requests: [
    { service: 'read', method: 'OPTIONS', below: '' },
    { service: 'read', method: 'REPORT', below: '/!svn/me' },
    { service: 'read', method: 'GET', below: '/!svn/rvr/5/trunk/%C3%BC', query: 'p=5' },
    { service: 'write', method: 'POST', below: '/!svn/me' },
    { service: 'write', method: 'LOCK', below: '/trunk/a' },
    { service: 'revise', method: 'PROPPATCH', below: '/!svn/rev/5' },
  ],
  commands: () => [{ service: 'serve', words: ['svnserve', '-t'] }],
  said: (path) => {
    const url = `svn+ssh://svc@example.org:2222/${path}/trunk/a%20b`;
    const client = '18:SVN/1.14.2 (Linux)';
    return `( 2 ( edit-pipeline svndiff1 accepts-svndiff2 ) ${url.length}:${url} ${client} ( ) ) `;
  },
  servesFiles: true,
  notServed: ['/..', '/a/%2e%2e/b', '//a', '/!svn//rev/1', '/a%2Fb', '/a%00', '/%zz'],
};

if (isInstalled)
  describeVcsKind(subversion, samples, async () => {
    const world = new SubversionWorld();
    await world.start();
    return {
      kind: world.kind,
      engine: world.engine,
      freshDirectory: () => world.freshDirectory(),
      commit: (directory, branch, count) => world.commit(directory, branch, count),
      remove: async (directory) => {
        await world.kind.open(directory).close();
        await rm(directory, { recursive: true });
      },
      damage: (directory) => flipByte(directory, /^db\/revs\/0\/2$/),
      stop: () => world.stop(),
      leftovers: () => world.leftovers(),
    };
  });
else describeDoor(subversion, samples);
