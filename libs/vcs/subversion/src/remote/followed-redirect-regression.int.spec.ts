import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { createServer as listening, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { describeSubversion, programPath, SubversionWorld } from '../subversion-world.fixture.js';
import { withClientConfig } from './client-config.js';

const port = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

// Over TLS the proxy does not see where a server leads its client. One program of Subversion went there, by any
// protocol and past the proxy: `svn://` to whatever is inside, `svn+ssh://` by a program of the machine, `file://` into
// it.
describeSubversion('a repository of Subversion elsewhere that leads to another address', () => {
  const world = SubversionWorld.ofSuite();
  const inside = listening((socket) => {
    reached += 1;
    socket.destroy();
  });
  let reached = 0;
  let remote: Server;
  let asked = 0;
  let leadsTo = '';

  beforeAll(async () => {
    const [key, cert] = [join(world.root, 'key.pem'), join(world.root, 'cert.pem')];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const whose = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...whose], { stdio: 'ignore' });
    await mkdir(join(world.root, 'programs'));
    const program = async (name: string, text: string): Promise<void> =>
      writeFile(join(world.root, 'programs', name), `#!/bin/sh\n${text}\n`, { mode: 0o700 });
    // They trust its certificate, as they would one that a public authority has issued.
    for (const name of ['svn', 'svnrdump'])
      await program(
        name,
        `SSL_CERT_FILE='${cert}' exec env "PATH=${join(world.root, 'tunnel')}:${programPath}" ${name} "$@"`,
      );
    await mkdir(join(world.root, 'tunnel'));
    const ssh = `#!/bin/sh\necho started >>'${join(world.root, 'started')}'\nexit 1\n`;
    await writeFile(join(world.root, 'tunnel/ssh'), ssh, { mode: 0o700 });
    remote = createServer({ key: await readFile(key), cert: await readFile(cert) }, (_request, response) => {
      asked += 1;
      response.writeHead(301, { location: leadsTo, 'content-length': 0 }).end();
    });
    await Promise.all([listen(inside), listen(remote)]);
  });
  afterAll(() => {
    inside.close();
    remote.close();
  });

  it.each([
    ['svn', () => `svn://127.0.0.1:${port(inside)}/x`],
    ['svn+ssh', () => 'svn+ssh://127.0.0.1/x'],
    ['http', () => `http://127.0.0.1:${port(inside)}/x`],
    ['file', () => `file://${world.root}/repositories`],
  ])('is not followed there: %s', async (_protocol, address) => {
    leadsTo = address();
    asked = 0;
    const { directory } = await world.repository(false);
    const work = {
      signal: new AbortController().signal,
      tell: () => undefined,
      principal: 'admin',
      metered: false,
    };
    const url = `https://localhost:${port(remote)}/x`;
    const told = await world.kind
      .open(directory)
      .remotes.fetch({ url, username: 'a', password: 'b' }, work)
      .then(
        () => 'it worked',
        (error: Error) => error.message,
      );
    const started = await readFile(join(world.root, 'started'), 'utf8').catch(() => '');
    expect([told, reached, started]).toEqual(['the remote leads to another address: give that one', 0, '']);
    expect(asked).toBeGreaterThan(0);
  });

  it('could open no tunnel', async () => {
    const way = { port: 1, user: 'hf', password: 'p' } as const;
    const end = await withClientConfig(world.root, { url: '' }, way, (config) => {
      const asked = ['svn', 'info', 'svn+ssh://127.0.0.1/x', '--non-interactive', '--config-dir', config];
      return world.svn('env', [`PATH=${join(world.root, 'tunnel')}:${programPath}`, ...asked]);
    });
    const started = await readFile(join(world.root, 'started'), 'utf8').catch(() => '');
    expect([end.code, started]).toEqual([1, '']);
  });
});
