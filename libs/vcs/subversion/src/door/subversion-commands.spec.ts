import { subversionCommands } from './subversion-commands.js';

describe('the address in the first words of a conversation', () => {
  const addressOf = (url: string) => {
    const said = Buffer.from(`( 2 ( edit-pipeline ) ${Buffer.byteLength(url)}:${url} ) `);
    const found = subversionCommands.opening?.address(said);
    return typeof found === 'object' ? found.path : found;
  };
  const path = 'acme/projects/web/repositories/tree';
  const below = 'acme/projects/web/repositories/subversion/tree';

  it('is that of a repository, by whichever tunnel the client has come', () => {
    for (const url of [
      `svn+ssh://svc@code.example.org/${below}`,
      `svn+ssh://svc@code.example.org:2222/${below}/trunk/a%20b`,
      `svn+build-farm://code.example.org/${below}`,
    ])
      expect(addressOf(url)).toBe(below);
  });

  it.each([
    `svn://code.example.org/${below}`,
    `svn+://code.example.org/${below}`,
    `svn+a/b://code.example.org/${below}`,
    `http://code.example.org/${below}`,
    `svn+ssh://code.example.org/${path}`,
  ])('is none where it names no tunnel or no repository (%s)', (url) => {
    expect(addressOf(url)).toBeUndefined();
  });
});
