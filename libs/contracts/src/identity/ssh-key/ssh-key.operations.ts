import { readOnly, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const SshKey = object({
  name: 'ssh_key',
  plural: 'ssh_keys',
  service: 'identity',
  description: 'A public key of the caller or of a bot, for access to repositories over SSH.',
  attributes: {
    id: readOnly(text({ description: '24 hex digits.' })),
    uuid: stored.uuid,
    title: text({ min: 1, max: 50, audited: true }),
    content: text({
      max: 10_000,
      description:
        'A line as in authorized_keys: ssh-ed25519, ecdsa-sha2-*, ssh-rsa of 2048 to 8192 bits, sk-*. What cannot be safe is refused (points off their curves or of small order, moduli that are primes or squares).',
    }),
    fingerprint: readOnly(text({ description: 'As ssh-keygen -l prints it: SHA256:….' })),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'title', 'fingerprint', 'created_at', 'updated_at', 'uuid'],
  searchable: ['title'],
  searchIndex: true,
});

const creation = {
  kind: 'create',
  takes: ['title', 'content'],
  requires: ['title', 'content'],
} as const;

export const sshKeyOperations = operations(SshKey, '/account/ssh_keys', {
  list: { privilege: 'account' },
  show: { privilege: 'account' },
  create: { ...creation, privilege: 'account', errors: ['content.reserved'] },
  update: { privilege: 'account', takes: ['title'], requires: ['title'] },
  delete: { privilege: 'account' },
});

const keyOfBot = { privilege: 'bot.keys', path: '/:key_id' } as const;

/** Those of a bot, for whoever manages it. With its own account key a bot has them below `/account` as well. */
export const botSshKeyOperations = operations(SshKey, '/bots/:id/ssh_keys', {
  list_of_bot: { kind: 'list', privilege: 'bot.keys' },
  show_of_bot: { ...keyOfBot, kind: 'show' },
  create_of_bot: { ...creation, privilege: 'bot.keys', errors: ['content.reserved', 'id.locked'] },
  update_of_bot: { ...keyOfBot, kind: 'update', takes: ['title'], requires: ['title'] },
  delete_of_bot: { ...keyOfBot, kind: 'delete' },
});
