import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layout } from './paths.mjs';
import { freePort } from './ports.mjs';
import { replacePasswords, takesPassword } from './provision.mjs';
import { loadSecrets, replaceSuperuser, settleSuperuser } from './secrets.mjs';
import { superuserUrl } from './superuser.mjs';

const program = `
  import { postgresPart } from ${JSON.stringify(new URL('postgres.mjs', import.meta.url).href)};
  const part = postgresPart({ ...JSON.parse(process.env.OPTIONS), log: () => {} });
  process.on('disconnect', () => part.stop());
  part.start();
  await part.whenReady(60_000);
  process.send('ready');`;

/** @param {string} address @param {string} password */
const withPassword = (address, password) => Object.assign(new URL(address), { password }).href;

// A replacement that was cut off when the database had the new password, and begun anew, left nobody who knew it: the
// installation never started again.
describe('another password of the superuser', () => {
  const home = layout(mkdtempSync(join(tmpdir(), 'superuser-')));
  const noted = () => loadSecrets(home.secrets);
  /** @type {import('node:child_process').ChildProcess} */
  let server;
  /** @type {number} */
  let port;

  beforeAll(async () => {
    mkdirSync(home.run, { recursive: true });
    port = await freePort();
    const options = { directory: home.postgres, port, password: noted().superuser, durable: false };
    const places = { pidFile: home.pidFile('postgres'), environment: { PATH: process.env.PATH } };
    // Jest finds the server's package in another way.
    server = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env.PATH, OPTIONS: JSON.stringify({ ...options, ...places }) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(server, 'message');
  });
  afterAll(async () => {
    server.disconnect();
    await once(server, 'exit');
    rmSync(home.home, { recursive: true });
  });

  /** What is done until it is cut off. @param {string} password */
  const cutOff = async (password) => {
    const present = await superuserUrl(home, port);
    replaceSuperuser(home.secrets, password);
    await replacePasswords(present, [['postgres', password]]);
  };

  it.each([1, 2])(
    'holds, though %d others were noted after the one that the database has',
    async (others) => {
      await cutOff(`got-there-${others}`);
      for (let number = 0; number < others; number += 1) replaceSuperuser(home.secrets, `noted-${number}`);
      const url = await superuserUrl(home, port);
      expect(await takesPassword(url)).toBe(true);
      expect(new URL(url).password).toBe(`noted-${others - 1}`);
      expect(noted().previous).toBeUndefined();
    },
  );

  it('holds, though the database has none of those that were noted since', async () => {
    for (const password of ['one', 'two', 'three']) replaceSuperuser(home.secrets, password);
    expect(new URL(await superuserUrl(home, port)).password).toBe('three');
    expect(await takesPassword(await superuserUrl(home, port))).toBe(true);
  });

  it('is not taken for settled where another one was noted meanwhile', () => {
    replaceSuperuser(home.secrets, 'later');
    settleSuperuser(home.secrets, 'three');
    expect(noted()).toMatchObject({ superuser: 'later', previous: 'three' });
  });

  it('stays beside those before where the database takes none of them', async () => {
    const url = await superuserUrl(home, port);
    replaceSuperuser(home.secrets, 'lost');
    await replacePasswords(url, [['postgres', 'strange']]);
    await expect(superuserUrl(home, port)).rejects.toThrow('takes none of the passwords');
    expect(noted()).toMatchObject({ superuser: 'lost', previous: 'later' });
    await replacePasswords(withPassword(url, 'strange'), [['postgres', 'lost']]);
    expect(await takesPassword(await superuserUrl(home, port))).toBe(true);
  });
});
