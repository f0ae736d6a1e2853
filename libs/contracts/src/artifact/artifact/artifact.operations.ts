import { anyObject, instant, integer, orNull, readOnly, reference, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

/** Lower-case hex digests of a file. */
interface Digests {
  md5: string;
  sha1: string;
  sha256: string;
  sha512: string;
}

export const Artifact = object({
  name: 'artifact',
  plural: 'artifacts',
  slashes: true,
  service: 'artifact',
  description: 'A file of an artifact repository. What the service computes (checksums, indexes) is none.',
  attributes: {
    id: readOnly(text({ description: 'Path of the file below the address of its repository.' })),
    name: readOnly(text({ description: 'The last part of the path.' })),
    group: readOnly(
      orNull(text({ description: 'Group or organisation; null, as the next two, where no version is.' })),
    ),
    artifact: readOnly(orNull(text({ description: 'Artifact or module.' }))),
    version: readOnly(orNull(text({ description: 'The version to which the file belongs.' }))),
    size: readOnly(integer({ description: 'Bytes.' })),
    checksums: readOnly(anyObject<Digests>({ description: '`md5`, `sha1`, `sha256` and `sha512`, in hex.' })),
    http_url: readOnly(text({ description: 'Where it is downloaded.' })),
    creator: readOnly(reference('account', { description: 'Who deployed what it holds now.' })),
    repository: readOnly(reference('repository')),
    created_at: readOnly(instant()),
    updated_at: readOnly(instant({ description: 'When what it holds now was deployed.' })),
  },
  sortable: ['id', 'updated_at'],
  searchable: ['id'],
  searchIndex: true,
});

export const artifactOperations = operations(
  Artifact,
  '/projects/:project_id/repositories/:repository_id/artifacts',
  {
    list: { privilege: 'project.read' },
    show: { privilege: 'project.read' },
  },
);
