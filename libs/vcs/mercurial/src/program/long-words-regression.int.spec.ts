import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import { eachSaid } from './each-said.js';

/** Adds a list of files with a long name, which leads to a version that is not there. */
const missing = String.raw`
import os, sys
os.environ.update(HGPLAIN='1', HGRCPATH='')
from mercurial import hg, metadata, ui as uimod
repo = hg.repository(uimod.ui.load(), os.fsencode(sys.argv[1]))
name = b'/'.join([b'a' * 200] * 8)
with repo.lock(), repo.transaction(b'test') as transaction:
    change = repo.manifestlog[repo.nullid].copy()
    change.read()[name] = b'\x11' * 20
    names = change.write(transaction, 0, repo.nullid, repo.nullid, [name], [])
    files = metadata.ChangingFiles()
    files.mark_added(name)
    repo.changelog.add(names, files, b'odd', transaction, repo.nullid, repo.nullid, b'me', (5, 0), None)
`;

// What programs say was cut in the middle of a line, which then could not be read: that ended the process that serves
// all transfers, once more with each attempt.
describeMercurial('words that are longer than anybody wants', () => {
  const world = new MercurialWorld({ networks: ['127.0.0.0/8'] });
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });
  const work = () => ({
    ...{ signal: new AbortController().signal, tell: () => undefined },
    ...{ principal: 'admin', metered: true },
  });

  it('are cut in what is wrong with a repository', async () => {
    const { directory } = await world.repository();
    expect(await world.python(directory, ['-c', missing, directory])).toEqual({ code: 0, output: '' });
    const { lines } = await world.kind.open(directory).care.verify(work());
    const lengths = lines.map(({ length }) => length);
    expect(Math.max(...lengths)).toBeGreaterThan(400);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(500);
  });

  // Of control characters each is said as six, which others of the process waited for.
  it('are no bookmarks of a remote', async () => {
    const bookmark = `${'\x01'.repeat(1 << 20)}\t${'0'.repeat(40)}`;
    const none = `${'0'.repeat(40)}\n`;
    const server = createServer(({ url = '' }, response) => {
      const asked = new URL(url, 'http://x').searchParams;
      const each = (asked.get('cmds') ?? '').split(';');
      const answers: Record<string, string> = {
        capabilities: 'lookup branchmap pushkey known getbundle batch',
        batch: each.map((one) => (one.startsWith('heads') ? none : '')).join(';'),
        heads: none,
        listkeys: asked.get('namespace') === 'bookmarks' ? bookmark : '',
      };
      const text = answers[asked.get('cmd') ?? ''] ?? '';
      response.writeHead(200, { 'Content-Type': 'application/mercurial-0.1' }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { directory } = await world.repository();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r`;
    const fetched = world.kind.open(directory).remotes.fetch({ url }, work());
    await expect(fetched).rejects.toThrow('its bookmarks are too many, or have too long names');
    server.closeAllConnections();
    server.close();
  });

  it('end the hearing where a line is none of ours', async () => {
    const stdout = new PassThrough();
    const heard: object[] = [];
    eachSaid(stdout, (said) => heard.push(said));
    stdout.write('{"part":1}\n{"part\n{"done":true}\n');
    await new Promise(setImmediate);
    expect([heard, stdout.destroyed]).toEqual([[{ part: 1 }], true]);
  });
});
