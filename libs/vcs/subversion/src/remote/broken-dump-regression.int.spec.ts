import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ChildProcesses } from '@holdfast/vcs-spi/engine';
import { describeSubversion, programPath, SubversionWorld } from '../subversion-world.fixture.js';
import { load } from './loading.js';
import { mustBeLoaded } from './program-end.js';

// `svnadmin load` takes the end of what it reads for that of the dump: a file that could not be read to its end was
// imported up to there, and that was called all of it.
describeSubversion('a dump that cannot be read to its end', () => {
  const world = SubversionWorld.ofSuite();

  it('is not loaded whole', async () => {
    const { directory } = await world.repository(false);
    const source = Readable.from(
      (function* () {
        yield Buffer.from('SVN-fs-dump-format-version: 2\n\n');
        throw new Error('the disk is broken');
      })(),
    );
    const end = await load(directory, source, {
      children: new ChildProcesses(join(world.root, 'state')),
      ...{
        path: programPath,
        memory: 1 << 30,
        signal: new AbortController().signal,
        loaded: () => undefined,
      },
    });
    expect(() => mustBeLoaded(end)).toThrow('svnadmin did not come to an end');
  });
});
