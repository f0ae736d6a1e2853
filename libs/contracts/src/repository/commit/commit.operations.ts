import {
  anyObject,
  flag,
  instant,
  list,
  orNull,
  readOnly,
  reference,
  sometimes,
  text,
  type Attribute,
} from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import { Type } from '../../kit/schema.js';

/** What is known of a commit's signature. */
export interface Verification {
  /** By a right signature only: what a wrong one says of itself is worth nothing. */
  state: 'verified' | 'unknown_key' | 'invalid' | 'unsupported';
  /** Of the key, as `ssh-keygen -l` prints it; null where it is none of SSH. */
  fingerprint: string | null;
  /** Whose key it is. */
  signer: { id: string; uuid: string; type: string } | null;
  by: 'account' | 'installation' | null;
}

export const Commit = object({
  name: 'commit',
  plural: 'commits',
  slashes: true,
  service: 'repository',
  description: 'A commit of a version control repository.',
  attributes: {
    id: readOnly(text({ description: 'Full hash.' })),
    parents: readOnly(list(anyObject<{ id: string }>(), { description: '`id` of each parent.' })),
    author: readOnly(text({ description: 'Name of the author.' })),
    email: readOnly(text({ description: 'E-mail address of the author.' })),
    timestamp: readOnly(instant({ description: 'When the author made it.' })),
    committer: readOnly(text({ description: 'Name of the committer.' })),
    committer_email: readOnly(text()),
    committed_at: readOnly(instant()),
    description: readOnly(text({ description: 'The message.' })),
    truncated: sometimes(readOnly(flag({ description: 'The message is longer than what is answered.' }))),
    verification: readOnly(
      orNull(
        anyObject<Verification>({
          description:
            'What its signature is worth; null: it has none. `state`: `verified` (made by `signer`, an active account of the company that has the SSH key, or by the installation itself), `unknown_key` (right, and nobody of the company has the key), `invalid` (not over this commit) or `unsupported` (not by an SSH key, or too long). `by`: `account`, `installation` or null. `fingerprint`: of the SSH key.',
        }),
      ),
    ),
    repository: readOnly(reference('repository')),
  },
  sortable: [],
  searchable: ['description'],
  newestFirst: true,
});

/** How the content of a file is sent, and which modes a file may get. */
export const contentEncodings = ['utf-8', 'base64'] as const;
export const fileModes = ['100644', '100755', '120000'] as const;

export interface ModifiedFile {
  path: string;
  content: string;
  encoding?: (typeof contentEncodings)[number] | null;
  mode?: (typeof fileModes)[number] | null;
}

/** Of each list: as many files of a usual size as a large body has room for. */
const mostFiles = 30_000;

const modified: Attribute<ModifiedFile[]> & { default: ModifiedFile[] } = {
  schema: Type.Array(
    Type.Object({
      path: Type.String(),
      content: Type.String(),
      encoding: Type.Optional(Type.Unsafe<string>({ enum: [...contentEncodings, null] })),
      mode: Type.Optional(Type.Unsafe<string>({ enum: [...fileModes, null] })),
    }),
    { maxItems: mostFiles },
  ),
  default: [],
  description:
    'Files as they are to be: `content` is text, or with `encoding` `base64` bytes (also as a `data:` address); `mode` is `100644`, `100755` or, for a symlink, `120000`, by default as it is. The paths of `modified` and `deleted` have at most 100,000 names altogether, and lie in at most 10,000 directories; the directories that change have at most 16 MiB, some 400,000 entries.',
};

/** Without the characters that would end a line of a commit, or a name in it. */
const onOneLine = '^[^<>\\u0000-\\u001f\\u007f]*$';

/** What a list of what lies between two revisions says of both. */
export const mergeBase = orNull(
  text({ description: 'Where the two part; null where they have nothing in common.' }),
);

/** The operations that walk through a part of the history. */
const walk = { kind: 'list', privilege: 'project.read', on: 'node', weight: 3 } as const;

export const commitOperations = operations(
  Commit,
  '/projects/:project_id/repositories/:repository_id/commits',
  {
    list: {
      privilege: 'project.read',
      on: 'node',
      weight: 3,
      query: {
        reference: text({
          min: 1,
          max: 2000,
          description: 'Whose history: a hash, branch or tag; default the repository’s `default_identifier`.',
        }),
        path: text({
          min: 1,
          max: 4096,
          description: 'Only commits that touched the file, or anything in the directory.',
        }),
        author: text({
          min: 1,
          max: 1000,
          description: 'Case-insensitive part of the author’s name and address, as `name <address>`.',
        }),
      },
      errors: ['reference.not_found', 'path.invalid'],
    },
    show: { privilege: 'project.read', on: 'node', path: '/:commit_id' },
    create: {
      privilege: 'repository.write',
      on: 'node',
      weight: 3,
      timeout: 30_000,
      largeBody: { bytes: 32 << 20, list: 'modified', text: 'content' },
      largeBodyTimeout: 50_000,
      parameters: {
        branch: text({ description: 'The branch that it goes on, or that begins with it.' }),
        parent: text({
          max: 2000,
          description:
            'What it comes after, as a hash, branch or tag: the latest commit of the branch, or any where it begins. Required but in an empty repository.',
        }),
        message: text({ max: 50_000, description: 'The whole message.' }),
        modified,
        deleted: list(text(), {
          max: mostFiles,
          default: [],
          description:
            'Paths of files that go. They go before anything is written. What they may have altogether stands at `modified`.',
        }),
        author: text({
          min: 1,
          max: 255,
          pattern: onOneLine,
          description: 'Name of the author; default the caller.',
        }),
        email: text({ max: 254, format: 'email', description: 'Of the author; default the caller’s.' }),
      },
      requires: ['branch', 'message'],
      unaudited: 'content, as a commit that is pushed',
      errors: [
        'branch.reserved',
        'branch.maximum',
        'branch.conflicts',
        'parent.empty',
        'parent.not_found',
        'parent.conflicts',
        'modified.empty',
        'modified.conflicts',
        'deleted.conflicts',
        'deleted.not_found',
        'repository.invalid',
        'storage_full',
      ],
      summary: 'Makes a commit on a branch',
    },
    history: { ...walk, path: '/:commit_id/history', summary: 'the history of a commit' },
    history_of: {
      ...walk,
      path: '/:commit_id/history/:path',
      summary: 'commits that touched a path, from a commit back',
    },
    future: {
      ...walk,
      path: '/:commit_id/future',
      newestFirst: false,
      summary: 'what came after a commit, up to the default branch',
    },
    future_of: {
      ...walk,
      path: '/:commit_id/future/:path',
      newestFirst: false,
      summary: 'commits that touched a path, from a commit forward to the default branch',
    },
    compare: {
      ...walk,
      at: '/projects/:project_id/repositories/:repository_id/compare/commits/:range',
      metadata: { merge_base: mergeBase },
      summary: 'commits that `head` reaches and `base` does not, of `base...head`',
    },
  },
);
