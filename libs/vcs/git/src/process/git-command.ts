import { isUtf8 } from 'node:buffer';

/** A git command as data: no shell and no string is ever split into words. */
export interface GitCommand {
  command:
    | 'archive'
    | 'blame'
    | 'cat-file'
    | 'commit-graph'
    | 'diff-tree'
    | 'fetch'
    | 'for-each-ref'
    | 'fsck'
    | 'grep'
    | 'hash-object'
    | 'index-pack'
    | 'init'
    | 'ls-remote'
    | 'ls-tree'
    | 'merge-base'
    | 'multi-pack-index'
    | 'pack-objects'
    | 'pack-refs'
    | 'push'
    | 'receive-pack'
    | 'repack'
    | 'rev-list'
    | 'rev-parse'
    | 'show-ref'
    | 'unpack-objects'
    | 'update-ref'
    | 'upload-archive'
    | 'upload-pack'
    | 'version';
  /** The repository that the command works on, unless it takes it as a positional. */
  directory?: string;
  config?: Record<string, string>;
  /** Options, written by us; a caller's text is at most what stands behind the `=` of one. */
  flags?: string[];
  /** Full ids; what they lead to is left out where `^` stands before one. What is no id is refused. */
  ids?: readonly string[];
  /** Values: one that could be taken for an option is refused. */
  values?: string[];
  /** A path in the repository, a character for each byte. It is taken as it is: nothing in it means anything. */
  path?: string;
  /** Patterns of paths, written by us. */
  pathspecs?: string[];
}

export const argumentsOf = (command: GitCommand): string[] => [...alwaysFirst, ...wordsOf(command)];

/** What stands behind `alwaysFirst`. */
export const wordsOf = ({
  command,
  directory,
  config,
  flags = [],
  ids = [],
  values = [],
  path,
  pathspecs,
}: GitCommand): string[] => {
  // Ids also come from objects, which say whatever somebody wrote.
  if (!ids.every((id) => fullId.test(id))) throw new TypeError(`an id of git ${command} is none`);
  const suspicious = values.find((value) => value.startsWith('-') || value.includes('\0'));
  if (suspicious !== undefined) throw new TypeError(`a value of git ${command} looks like an option`);
  return [
    ...configuring(config),
    ...(path === undefined ? [] : ['--literal-pathspecs']),
    ...(directory === undefined ? [] : ['-c', `safe.directory=${directory}`, `--git-dir=${directory}`]),
    command,
    ...flags,
    ...ids,
    ...values,
    ...(path === undefined ? [] : ['--', ...textOf(path)]),
    ...(pathspecs ? ['--', ...pathspecs] : []),
  ];
};

const fullId = /^\^?[0-9a-f]{40}$/;

/** A path as the last argument; none where it is no text, because arguments are. */
const textOf = (path: string): string[] => {
  const bytes = Buffer.from(path, 'latin1');
  return isUtf8(bytes) ? [bytes.toString()] : [];
};

/** The last argument of a command, where that is no text: an octal number for each byte, as `printf` takes them. */
export const octalPath = ({ path }: GitCommand): string | undefined =>
  path === undefined || textOf(path).length > 0
    ? undefined
    : [...Buffer.from(path, 'latin1')].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** It is there everywhere, holds nothing, and nobody can make it a program. */
const nothing = '/dev/null';

/** What git brings to the disk before it says that it has written it. */
const lastingObjects = 'loose-object,pack,pack-metadata,commit-graph';

const configuring = (config: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(config).flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** Of a git that writes references of which nobody is told, or so many that they are brought to the disk together. */
export const laterReferences = { 'core.fsync': lastingObjects };

/** Set on every call, so that nothing depends on files inside a repository. */
const alwaysConfigured = {
  'core.hooksPath': nothing,
  // By itself git leaves references, and the objects of small pushes, to whatever moment the system writes them at: a
  // loss of power after the answer would take them, or leave files of nothing, which no later push gets past.
  'core.fsync': `${lastingObjects},reference`,
  // Single objects are written one by one, and brought to the disk together.
  'core.fsyncMethod': 'batch',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  // Numbers of the second version are made of the times of commits, of which a commit-graph keeps 34 bits: of a later
  // time git does not find what lies behind the commit, and of the last one it writes the commit-graph for ever.
  'commitGraph.generationVersion': '1',
  // Larger files stream: they are neither held in memory nor looked at for similarity.
  'core.bigFileThreshold': '32m',
  'pack.windowMemory': '64m',
  // Our own housekeeping holds these locks for milliseconds, or longer on a busy machine, where others go first:
  // waiting is better than failing.
  'core.filesRefLockTimeout': '10000',
  'core.packedRefsTimeout': '10000',
  // `export-subst` lets who pushes ask for the state of a signature: git would start these on what he wrote.
  'gpg.program': nothing,
  'gpg.openpgp.program': nothing,
  'gpg.x509.program': nothing,
  'gpg.ssh.program': nothing,
  'core.attributesFile': nothing,
  // By itself git makes short ids (`%h` of `export-subst`) longer with the objects that lie in packs: archives of a
  // commit would differ after upkeep.
  'core.abbrev': '12',
  // What compresses archives is git itself, not a program that a repository names.
  'tar.tgz.command': 'git archive gzip',
  'tar.tar.gz.command': 'git archive gzip',
};

/** The first words of each command. What comes behind them counts where it says otherwise. */
export const alwaysFirst: readonly string[] = configuring(alwaysConfigured);

/** The settings of a transfer; both directions see the same refs and the same rules for objects. */
export const transferConfig = (directory: string): Record<string, string> => {
  return { ...everyTransfer, 'safe.directory': directory };
};

const everyTransfer = {
  'transfer.hideRefs': 'refs/holdfast',
  'uploadpack.allowFilter': 'true',
  // The client writes its patterns, and matching them against every path takes git as long as it likes.
  'uploadpackfilter.sparse:oid.allow': 'false',
  // Several filters at once: git keeps what it has seen by each of thousands, or goes through each path by itself.
  'uploadpackfilter.combine.allow': 'false',
  // It may go through a tree again for each depth at which it finds it.
  'uploadpackfilter.tree.maxDepth': '64',
  // Without it a partial clone cannot fetch what it left out over the older protocol versions.
  'uploadpack.allowAnySHA1InWant': 'true',
  'receive.autogc': 'false',
  'receive.advertisePushOptions': 'true',
  'receive.fsckObjects': 'true',
  // Faults of old but harmless histories, which nobody can repair without rewriting them.
  'receive.fsck.badTimezone': 'ignore',
  'receive.fsck.missingSpaceBeforeDate': 'ignore',
  'receive.fsck.zeroPaddedFilemode': 'ignore',
};

/** The environment of a git process: nothing of ours is inherited. */
export const gitEnvironment = (path: string): Record<string, string> => {
  return {
    PATH: path,
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: nothing,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
};
