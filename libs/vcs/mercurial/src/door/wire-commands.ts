import type { TransferEffect } from '@holdfast/vcs-spi';

/**
 * The commands of Mercurial's protocol that are served, with what each does: those of clients since 1.9. A batch holds
 * others in its body: the engine looks at each of them again.
 */
export const wireCommands: ReadonlyMap<string, TransferEffect> = new Map([
  ...[
    'batch',
    'branchmap',
    'capabilities',
    'getbundle',
    'heads',
    'hello',
    'known',
    'listkeys',
    'lookup',
    'stream_out',
  ].map((command) => [command, 'read'] as const),
  ...['pushkey', 'unbundle'].map((command) => [command, 'write'] as const),
]);
