import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

describeSubversion('a message with control characters', () => {
  const world = SubversionWorld.ofSuite();

  // They were told as `?\\011`: the server writes them so where nobody asks for what they are.
  it('is told as it is', async () => {
    const { directory } = await world.repository();
    const file = join(world.root, 'message');
    await writeFile(file, 'a \u000b ü\u0001\n');
    await world.must('svnadmin', ['setlog', '--bypass-hooks', '-r', '1', directory, file]);
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    const query = { from: '1', oldestFirst: false, offset: 0, limit: 10 };
    const { results } = await world.kind.open(directory).log.page(query, reading);
    expect(results).toMatchObject([{ id: '1', author: { name: 'admin' }, message: 'a \u000b ü\u0001' }]);
  });
});
