import { gitCommands } from './git-commands.js';

describe('the commands of git', () => {
  it('ask for a service of one repository', () => {
    expect(gitCommands.asked(['git-receive-pack', 'a/b'], {})).toEqual({
      path: 'a/b',
      service: 'receive-pack',
      exchange: { method: 'POST', path: '/session', headers: {} },
    });
    expect(gitCommands.asked(['git', 'upload-pack', 'a'], { GIT_PROTOCOL: 'version=1' })).toMatchObject({
      service: 'upload-pack',
      exchange: { headers: { 'git-protocol': 'version=1' } },
    });
  });

  it('ask for a pass, and tell it as Git LFS reads it', () => {
    const asked = gitCommands.asked(['git-lfs-authenticate', 'a/b', 'upload', 'ab'.repeat(32)], {});
    expect(asked).toMatchObject({ path: 'a/b', pass: 'upload' });
    const told =
      asked &&
      'pass' in asked &&
      asked.told({ address: 'http://x/a/b', authorization: 'Bearer y', lifetime: 60, expires: 60_000 });
    expect(JSON.parse(told || '')).toEqual({
      href: 'http://x/a/b/info/lfs',
      header: { Authorization: 'Bearer y' },
      expires_at: '1970-01-01T00:01:00Z',
      expires_in: 60,
    });
  });

  it.each([
    [[]],
    [['git']],
    [['git-upload-pack']],
    [['git-shell', 'a']],
    [['git-upload-pack', 'a', 'b']],
    [['git', 'git-upload-pack', 'a']],
    [['git-lfs-authenticate', 'a']],
    [['git-lfs-authenticate', 'a', 'delete']],
    [['git-lfs-authenticate', 'a', 'constructor']],
    [['git-lfs-transfer', 'a', 'download']],
  ])('are no others: %j', (words: string[]) => {
    expect(gitCommands.asked(words, {})).toBeUndefined();
  });

  it('name a repository with or without .git and a slash behind it', () => {
    expect(['core', 'team/core', 'core.git', 'core/', 'core.git/'].map(gitCommands.repository)).toEqual([
      'core',
      'team/core',
      'core',
      'core',
      'core',
    ]);
    for (const rest of ['', '/', '-x', '../x', 'a//b', 'a/', 'é', 'x'.repeat(251)]
      .slice(0, 5)
      .concat('é', 'x'.repeat(251)))
      expect(gitCommands.repository(rest)).toBeUndefined();
  });
});
