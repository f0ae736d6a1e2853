import { jest } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

// Each new reference takes a block of the disk until it is packed, which nobody counted: a few pushes of 50,000 names
// took all that is kept for the database and the broker.
describe('a push of many references', () => {
  const world = GitWorld.ofSuite();
  const count = 300;
  const block = 4096;

  const commands = (directory: string, from: string, to: string): string =>
    Array.from({ length: count }, (_, at) =>
      pkt(
        `${from} ${to} refs/heads/${directory}/${String(at).padStart(3, '0')}${at === 0 ? '\0 report-status' : ''}`,
      ),
    ).join('') + '0000';
  // A pack of no objects.
  const nothing = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
  const push = async (url: string, list: string, pack = nothing): Promise<string> =>
    (await world.post(url, 'receive-pack', Buffer.concat([Buffer.from(list), pack]))).text();

  it('is refused where the disk has no room for their files', async () => {
    const { url, directory, tip } = await world.seeded(1);
    // With two directories above their own.
    const need = (count + 3) * block + nothing.length;
    world.room = need - 1;
    expect(await push(url, commands('many', zero, tip))).toContain('ng refs/heads/many/000');
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
    world.room = need;
    expect(await push(url, commands('many', zero, tip))).toContain('ok refs/heads/many/000');
    // What is deleted takes none.
    world.room = 0;
    expect(await push(url, commands('many', tip, zero), Buffer.alloc(0))).toContain('ok refs/heads/many/000');
  });

  it('keeps that room until git has written them, and none for what is not accepted', async () => {
    const { url, directory, tip } = await world.seeded(1);
    const written: number[] = [];
    const files = join(directory, 'refs/heads/kept');
    const hold = jest
      .spyOn(world.disk, 'hold')
      .mockImplementation(() => Promise.resolve(() => void written.push(readdirSync(files).length)));
    world.instead = () => Promise.resolve({ accepted: false, reasons: [] });
    expect(await push(url, commands('kept', zero, tip))).toContain('ng refs/heads/kept/000');
    expect(hold).not.toHaveBeenCalled();
    world.instead = undefined;
    expect(await push(url, commands('kept', zero, tip))).toContain('ok refs/heads/kept/000');
    expect(hold.mock.calls).toEqual([[{ bytes: (count + 3) * block, files: count + 3 }]]);
    hold.mockRestore();
    expect(written).toEqual([count]);
  });

  it('is refused as an import, too', async () => {
    const { url } = await world.seeded(1);
    const { directory } = await world.repository();
    const work = { signal: new AbortController().signal, tell: () => undefined };
    const { remotes } = world.kind.open(directory);
    const incoming = await remotes.fetch({ url }, { ...work, principal: 'admin', metered: false });
    world.room = 3 * block - 1;
    await expect(incoming.publish(reading())).rejects.toMatchObject({ code: 'no_room' });
    await incoming.discard();
    expect([await world.branchesOf(directory), world.holding]).toEqual([{}, 0]);
    const again = await remotes.fetch({ url }, { ...work, principal: 'admin', metered: false });
    world.room = 3 * block;
    await again.publish(reading());
    await again.discard();
    expect([Object.keys(await world.branchesOf(directory)), world.holding]).toEqual([['main'], 0]);
  });
});
