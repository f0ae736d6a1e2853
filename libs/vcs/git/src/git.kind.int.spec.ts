import { describeVcsKind } from '@holdfast/vcs-spi/conformance';
import { GitWorld } from './git-world.fixture.js';

describeVcsKind('git', async () => {
  const world = await GitWorld.start();
  return {
    kind: world.kind,
    freshDirectory: () => world.freshDirectory(),
    commit: (directory, branch, count) => world.grow(directory, branch, count),
    notACommit: (directory) => world.must(['rev-parse', 'HEAD^{tree}'], { cwd: directory }),
    stop: () => world.stop(),
    leftovers: () => world.leftovers(),
  };
});
