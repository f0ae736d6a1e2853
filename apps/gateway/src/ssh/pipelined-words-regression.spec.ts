import { Duplex } from 'node:stream';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { ServerChannel } from 'ssh2';
import { askedRepository } from './asked-repository.js';
import { heardAddress } from './said-address.js';

// What came right behind the words that name a repository of Subversion, in the same read, was lost: a client that does
// not wait for the answer to them hung.
describe('what follows the address of a conversation at once', () => {
  it('is left for whoever reads on', async () => {
    const asked = askedRepository(vcsKinds, 'svnserve -t', {});
    if (!asked) throw new Error('the command is known');
    const channel = new Duplex({ read: () => undefined, write: (_piece, _encoding, done) => done() });
    const hearing = heardAddress(asked, channel as ServerChannel, new Promise(() => undefined));
    await new Promise(setImmediate);
    const url = 'svn+ssh://svc@localhost/acme/projects/web/repositories/subversion/code';
    const first = `( 2 ( edit-pipeline ) ${url.length}:${url} 4:test ( ) ) `;
    channel.push(first);
    channel.push('the rest');
    channel.push(', and more');
    const { said } = await hearing;
    await new Promise(setImmediate);
    expect(said?.toString()).toBe(first);
    expect(String(channel.read())).toBe('the rest, and more');
  });
});
