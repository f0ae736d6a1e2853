import { commitIdPattern } from '../../kinds/kind-words.js';
import { flag, instant, orNull, readOnly, reference, sometimes, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const Tag = object({
  name: 'tag',
  plural: 'tags',
  slashes: true,
  service: 'repository',
  description: 'A tag of a version control repository: a name for a commit, with or without a message.',
  attributes: {
    id: text({ description: 'Name of the tag, by the rules of its version control system.' }),
    uuid: stored.uuid,
    commit: orNull(
      text({
        pattern: commitIdPattern,
        description:
          'What it leads to, null where that is no commit; on creation a full hash or an unambiguous prefix of at least 7 digits.',
      }),
    ),
    annotated: readOnly(flag({ description: 'Somebody has written about it.' })),
    message: orNull(
      text({
        max: 50_000,
        description:
          'What was written; null where it is not annotated. On creation it makes an annotated tag.',
      }),
    ),
    tagger: readOnly(orNull(text({ description: 'Name of who wrote it.' }))),
    tagger_email: readOnly(orNull(text())),
    tagged_at: readOnly(orNull(instant())),
    truncated: sometimes(readOnly(flag({ description: 'The message is longer than what is answered.' }))),
    repository: readOnly(reference('repository')),
  },
  sortable: ['id', 'commit'],
  searchable: ['id'],
  childOf: { repository: 'tags' },
});

export const tagOperations = operations(Tag, '/projects/:project_id/repositories/:repository_id/tags', {
  list: { privilege: 'project.read', on: 'node' },
  show: { privilege: 'project.read', on: 'node' },
  create: {
    privilege: 'repository.write',
    on: 'node',
    takes: ['id', 'commit', 'message'],
    requires: ['id', 'commit'],
    unaudited: 'content, as a tag that is pushed',
    errors: ['id.reserved', 'commit.not_found', 'repository.invalid', 'storage_full'],
  },
  delete: { privilege: 'tag.move', on: 'node', errors: ['id.locked', 'repository.invalid'] },
});
