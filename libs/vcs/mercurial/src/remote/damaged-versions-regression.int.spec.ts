import { known, licenceBundle, type Odd } from '../licence-bundle.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { takeBundle } from '../taken-bundle.fixture.js';

// It was said to be done. From then on everybody's clone broke off, and all later pulls, and no push could mend it.
describeMercurial('an import of a version that is not what its id says', () => {
  const world = sharedWorld();

  it.each<[string, Odd]>([
    ['a file', { file: 'another text\n' }],
    ['a list of files', { list: `LICENSE\0${'1'.repeat(40)}\n` }],
  ])('fails, and leaves nothing: %s', async (_, odd) => {
    const { directory } = await world.repository();
    const told = 'Abort there is a version that is not what its id says';
    expect(await takeBundle(world, directory, licenceBundle(odd))).toContain(told);
    expect(await world.must(directory, 'log', '-r', 'all()')).toBe('');
  });

  it('is another one where all are what they should be', async () => {
    const { directory, reading } = await world.repository();
    expect(await takeBundle(world, directory, licenceBundle({}))).not.toContain('Abort');
    const clone = world.place('clone');
    await world.must(world.root, 'clone', '-q', reading, clone);
    expect(await world.must(clone, 'cat', 'LICENSE')).toBe(known.trim());
  });
});
