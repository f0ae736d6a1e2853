import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refNameProblem } from '../refs/branch-name.js';
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

// Subversion takes these characters in names. The API found no path, branch or tag that had one.
describeSubversion('a path with characters from U+0080 to U+009F', () => {
  const world = SubversionWorld.ofSuite();

  it('has a history, and is a branch that is found and removed', async () => {
    const { url, directory } = await world.repository();
    const [name, address] = ['x\u0085\u009fy', 'x%C2%85%C2%9Fy'];
    const words = ['put', '/etc/hostname', `trunk/${address}`, 'mkdir', `branches/${address}`];
    await world.must('svnmucc', ['-u', 'ann', '-m', 'm', '-U', `file://${directory}`, ...words]);
    expect((await world.as('ann', ['ls', `${url}/branches`])).stdout).toContain(name);
    const { log, branches } = world.kind.open(directory);
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    const query = { from: '2', path: `trunk/${name}`, oldestFirst: false, offset: 0, limit: 10 };
    expect((await log.page(query, reading)).results).toMatchObject([{ id: '2' }]);
    expect(refNameProblem(name)).toBeUndefined();
    expect(await branches.find(name, reading)).toBe('2');
    await branches.delete({ id: name, actor: { id: 'ann', name: 'Ann', email: '' } }, reading);
    expect(await branches.find(name, reading)).toBeUndefined();
  });
});
