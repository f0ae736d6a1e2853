import { readFile, writeFile } from 'node:fs/promises';
import { ElsewhereWorld } from '../remote-work/elsewhere.fixture.js';
import { KeyRenewal, RemoteKeyPlace } from './key-renewal.js';
import { RemoteStore } from './remote.store.js';
import { SealedSecrets } from './sealed-secrets.js';

// PostgreSQL itself.
describe('the keys that seal passwords of remotes', () => {
  const world = ElsewhereWorld.ofSuite();
  const fresh = 'ab'.repeat(32);
  const mirror = {
    direction: 'push',
    url: 'https://git.example.org/a.git',
    username: 'ada',
    password: 'Secret4Remote',
  };

  const look = () => world.service.part(KeyRenewal).look();
  const file = () => world.service.part(RemoteKeyPlace).path;
  const secrets = () => world.service.part(SealedSecrets);
  const sealed = async (): Promise<string> => {
    const row = await world.service.part(RemoteStore).find(world.ctx.repository.uuid, 'mirror');
    return row?.secret ?? '';
  };
  const opened = async () => secrets().open(await sealed(), world.ctx.repository.uuid);

  afterEach(() => world.put(null));

  it('are replaced while the service runs: first all nodes learn the new one, then it seals, then the old one goes', async () => {
    const old = (await readFile(file(), 'utf8')).trim();
    await world.put(mirror);
    const before = await sealed();
    await writeFile(file(), `${old}\n${fresh}\n`);
    await look();
    expect(await sealed()).toBe(before);
    // Another node has the new one first by now.
    const elsewhere = new SealedSecrets([fresh, old].map((each) => Buffer.from(each, 'hex')));
    const { uuid } = world.ctx.repository;
    expect(secrets().open(elsewhere.seal('a', uuid), uuid)).toBe('a');
    await writeFile(file(), `${fresh}\n${old}\n`);
    await look();
    expect(await sealed()).not.toBe(before);
    await writeFile(file(), `${fresh}\n`);
    await look();
    expect([await opened(), secrets().open(before, uuid)]).toEqual(['Secret4Remote', undefined]);
  });

  it('stay what they are where the file is wrong, and what no key opens stays too', async () => {
    await world.put(mirror);
    const before = await sealed();
    for (const text of ['', 'half a ke', `${fresh}\nnonsense\n`]) {
      await writeFile(file(), text);
      await look();
      expect([await sealed(), await opened()]).toEqual([before, 'Secret4Remote']);
    }
    await writeFile(file(), `${'cd'.repeat(32)}\n`);
    await look();
    expect([await sealed(), await opened()]).toEqual([before, undefined]);
    await writeFile(file(), `${'cd'.repeat(32)}\n${fresh}\n`);
    await look();
    expect([await opened(), (await sealed()).startsWith(secrets().mark)]).toEqual(['Secret4Remote', true]);
  });
});
