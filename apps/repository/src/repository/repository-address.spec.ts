import { RepositoryAddresses } from './repository-address.js';

const place = { company: 'acme', project: 'demo', type: 'git', id: 'a/b' };
const addresses = (sshPort: number, siteUrl = 'https://code.example.com:8443') =>
  new RepositoryAddresses({ siteUrl, vendor: 'svc', sshPort });
const git = { scheme: 'ssh', scp: true } as const;
const path = 'acme/projects/demo/repositories';

describe('the addresses of a repository', () => {
  it('lie below the site', () => {
    expect(addresses(22).http(place)).toBe(`https://code.example.com:8443/${path}/git/a/b`);
  });

  it('have the short form over SSH at the usual port', () => {
    expect(addresses(22).ssh(place, git)).toBe(`svc@code.example.com:${path}/git/a/b`);
  });

  it('are a URL over SSH at any other port', () => {
    expect(addresses(2222).ssh(place, git)).toBe(`ssh://svc@code.example.com:2222/${path}/git/a/b`);
    expect(addresses(2222, 'http://[::1]:8080').ssh(place, git)).toBe(`ssh://svc@[::1]:2222/${path}/git/a/b`);
  });

  it('are a URL for kinds without the short form', () => {
    const svn = { scheme: 'svn+ssh', scp: false } as const;
    expect(addresses(22).ssh({ ...place, type: 'subversion', id: 'c' }, svn)).toBe(
      `svn+ssh://svc@code.example.com/${path}/subversion/c`,
    );
  });

  it('are empty over SSH for artifacts', () => {
    expect(addresses(22).ssh({ ...place, type: 'maven' }, undefined)).toBe('');
  });
});
