import { argumentsOf, gitEnvironment, octalPath, transferConfig } from './git-command.js';

describe('the environment of a git process', () => {
  const environment = gitEnvironment('/usr/bin');

  it.each([
    ['finds programs where ours are', 'PATH', '/usr/bin'],
    ['has no settings of a person', 'HOME', '/nonexistent'],
    ['has no settings of a person wherever they are', 'GIT_CONFIG_GLOBAL', '/dev/null'],
    ['has no settings of the machine', 'GIT_CONFIG_NOSYSTEM', '1'],
    ['has no attributes of the machine', 'GIT_ATTR_NOSYSTEM', '1'],
    ['shows objects as they are and not what replaces them', 'GIT_NO_REPLACE_OBJECTS', '1'],
    ['asks nobody anything', 'GIT_TERMINAL_PROMPT', '0'],
    ['speaks the language that we read', 'LANG', 'C.UTF-8'],
    ['speaks it in all categories', 'LC_ALL', 'C.UTF-8'],
  ])('%s (%s)', (_what, name, value) => expect(environment[name]).toBe(value));

  it('has nothing else', () => {
    expect(Object.keys(environment)).toHaveLength(9);
  });
});

describe('the settings of a transfer', () => {
  const settings = transferConfig('/r');

  it.each([
    ['the repository is read whoever owns its files', 'safe.directory', '/r'],
    ['references of our own are neither told nor written', 'transfer.hideRefs', 'refs/holdfast'],
    ['partial clones are made', 'uploadpack.allowFilter', 'true'],
    ['patterns of clients are not matched', 'uploadpackfilter.sparse:oid.allow', 'false'],
    ['filters come one at a time', 'uploadpackfilter.combine.allow', 'false'],
    ['trees are gone through to a depth', 'uploadpackfilter.tree.maxDepth', '64'],
    ['partial clones fetch what they left out', 'uploadpack.allowAnySHA1InWant', 'true'],
    ['a push cleans up nothing', 'receive.autogc', 'false'],
    ['push options are taken', 'receive.advertisePushOptions', 'true'],
    ['objects that are not well formed are refused', 'receive.fsckObjects', 'true'],
    ['odd time zones pass', 'receive.fsck.badTimezone', 'ignore'],
    ['dates without a space before them pass', 'receive.fsck.missingSpaceBeforeDate', 'ignore'],
    ['modes with zeros before them pass', 'receive.fsck.zeroPaddedFilemode', 'ignore'],
  ])('say that %s (%s)', (_what, name, value) => expect(settings[name]).toBe(value));

  it('are no others', () => {
    expect(Object.keys(settings)).toHaveLength(13);
  });
});

describe('the arguments of a git command', () => {
  const settings = (words: string[]): string[] => words.filter((_, at) => words[at - 1] === '-c');

  it.each([
    ['no hooks of a repository run', 'core.hooksPath=/dev/null'],
    ['no program looks at signatures of OpenPGP', 'gpg.program=/dev/null'],
    ['no program looks at signatures of OpenPGP by its other name', 'gpg.openpgp.program=/dev/null'],
    ['no program looks at signatures of X.509', 'gpg.x509.program=/dev/null'],
    ['no program looks at signatures of SSH', 'gpg.ssh.program=/dev/null'],
    ['no attributes of a person hold', 'core.attributesFile=/dev/null'],
    ['no program compresses archives', 'tar.tgz.command=git archive gzip'],
    ['no program compresses them by another name', 'tar.tar.gz.command=git archive gzip'],
    ['git cleans up nothing by itself', 'gc.auto=0'],
    ['git maintains nothing by itself', 'maintenance.auto=false'],
    ['large files stream', 'core.bigFileThreshold=32m'],
    ['packing takes little memory', 'pack.windowMemory=64m'],
    ['locks of references are waited for', 'core.filesRefLockTimeout=10000'],
    ['the lock of packed references is waited for', 'core.packedRefsTimeout=10000'],
  ])('say that %s (%s)', (_what, setting) => {
    expect(settings(argumentsOf({ command: 'version' }))).toContain(setting);
  });

  it('name the repository, the settings of the call, then options and values in their order', () => {
    const command = {
      command: 'rev-parse' as const,
      directory: '/r',
      config: { 'gc.auto': '1' },
      flags: ['--verify'],
      values: ['main', 'b'],
    };
    const words = argumentsOf(command);
    // The last one counts.
    expect(
      settings(words)
        .filter((each) => each.startsWith('gc.auto'))
        .at(-1),
    ).toBe('gc.auto=1');
    expect(words.slice(-7)).toEqual([
      ...['-c', 'safe.directory=/r', '--git-dir=/r'],
      ...['rev-parse', '--verify', 'main', 'b'],
    ]);
  });

  it('name no repository where there is none', () => {
    expect(argumentsOf({ command: 'version' }).join(' ')).not.toMatch(/safe\.directory|--git-dir/);
  });

  it.each(['-x', '--upload-pack=evil', 'a\0b'])('have no value %j', (value) => {
    expect(() => argumentsOf({ command: 'rev-parse', values: ['main', value] })).toThrow(
      'a value of git rev-parse looks like an option',
    );
  });

  it('name ids behind options, and nothing in their place that is no id', () => {
    const [one, other] = ['1'.repeat(40), `^${'a'.repeat(40)}`];
    const words = argumentsOf({ command: 'diff-tree', flags: ['-r'], ids: [one, other], path: 'p' });
    expect(words.slice(-6)).toEqual(['diff-tree', '-r', one, other, '--', 'p']);
    for (const odd of [
      '',
      'main',
      '1'.repeat(39),
      `${one}\n`,
      `${one}0`,
      '--output=x',
      `-${one}`,
      `^^${one}`,
    ])
      expect(() => argumentsOf({ command: 'diff-tree', ids: [one, odd] })).toThrow(
        'an id of git diff-tree is none',
      );
  });

  it('end in a path that means nothing, if that is a text, and else the shell has to add it', () => {
    const words = (path: string) => argumentsOf({ command: 'blame', flags: ['x'], path });
    expect(words('--caf\xc3\xa9')).toEqual(expect.arrayContaining(['--literal-pathspecs', 'blame']));
    expect(words('--caf\xc3\xa9').slice(-3)).toEqual(['x', '--', '--café']);
    expect(words('caf\xe9').slice(-2)).toEqual(['x', '--']);
    expect(octalPath({ command: 'blame', path: '--caf\xc3\xa9' })).toBeUndefined();
    expect(octalPath({ command: 'blame', path: 'a%\n\xe9' })).toBe('\\141\\045\\012\\351');
    expect(octalPath({ command: 'version' })).toBeUndefined();
  });
});
