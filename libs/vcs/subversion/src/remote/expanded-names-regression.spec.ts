import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClientConfig } from './client-config.js';

// A remote heard the password of our own proxy as the name of its user.
describe('the name of a user for a remote of Subversion', () => {
  let above: string;
  beforeEach(async () => {
    above = await mkdtemp(join(tmpdir(), 'client-config-'));
  });
  afterEach(() => rm(above, { recursive: true }));

  const written = (username: string): Promise<string> =>
    withClientConfig(
      above,
      { url: 'https://svn.example.org', username },
      { port: 1, user: 'hf', password: 'secret' },
      (config) => readFile(join(config, 'servers'), 'utf8'),
    );

  it('names no option of the configuration', async () => {
    for (const name of ['usr%(http-proxy-password)s', '%(username)s', 'a%(b'])
      await expect(written(name)).rejects.toMatchObject({ code: 'remote' });
    for (const name of ['ada', '50%', 'a(b)s', '%s'])
      expect(await written(name)).toContain(`username = ${name}\n`);
  });
});
