import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { askedRepository } from './asked-repository.js';

const asked = (line: string, environment = {}) => askedRepository(vcsKinds, line, environment);
const path = 'acme/projects/web/repositories/git/team/core';
const hgPath = 'acme/projects/web/repositories/mercurial/core';

describe('what a command line asks for', () => {
  it.each([path, `/${path}`, `${path}/`, `${path}.git`, `${path}.git/`])(
    'is the repository at %s',
    (address) => {
      const found = asked(`git-upload-pack '${address}'`);
      expect(found?.place).toMatchObject({
        company: 'acme',
        repository: 'team/core',
        address: { project: 'web' },
      });
      expect(found?.asked).toMatchObject({
        service: 'upload-pack',
        exchange: { method: 'POST', headers: {} },
      });
    },
  );

  it('is one of three programs, also in two words, and the version that the client speaks', () => {
    expect(asked(`git receive-pack '${path}'`)?.asked).toMatchObject({ service: 'receive-pack' });
    expect(asked(`git-upload-archive '${path}'`)?.asked).toMatchObject({ service: 'upload-archive' });
    const environment = { GIT_PROTOCOL: 'version=2', GIT_DIR: '/x' };
    const found = asked(`git-upload-pack '${path}'`, environment)?.asked;
    expect(found).toHaveProperty('exchange.headers', { 'git-protocol': 'version=2' });
  });

  it.each([
    '',
    'ls',
    'git',
    'git status',
    'git-upload-pack',
    `git-upload-pack --strict '${path}'`,
    `git-upload-pack '${path}' '${path}'`,
    `/usr/bin/git-upload-pack '${path}'`,
    `git-upload-pack '${path}'; id`,
  ])('is nothing that is served: %s', (line) => {
    expect(asked(line)).toBeUndefined();
  });

  it.each([
    '/etc',
    '',
    'api/projects/web/repositories/git/core',
    'acme/projects/web/repositories/maven/core',
    `${path}?x`,
    'acme/projects/web/repositories/git/a%2fb',
    'ac%6de/projects/web/repositories/git/core',
    '-x',
    '~root',
    `../${path}`,
    'acme/projects/web/repositories/git/../core',
    `${path}//`,
  ])('is no repository at %j', (address) => {
    expect(asked(`git-upload-pack '${address}'`)).toMatchObject({ place: undefined });
  });

  it.each([
    hgPath,
    `'${hgPath}'`,
    `"${hgPath}"`,
    `'acme'/"${hgPath.slice(5)}"`,
    `\\${hgPath}`,
    `'/${hgPath}/'`,
  ])('of Mercurial is the repository that the one word names: %s', (word) => {
    expect(asked(`hg -R ${word} serve --stdio`)).toMatchObject({
      place: { company: 'acme', repository: 'core', address: { project: 'web' } },
      asked: { service: 'write', lesser: { service: 'read' } },
    });
  });
});
