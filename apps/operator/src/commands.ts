import { purge, resetPassword, unlockAccount } from './account.commands.js';
import { UsageError } from './arguments.js';
import { blobsStatus, migrateBlobs, stopBlobs } from './blob.commands.js';
import type { Command, Run } from './command.js';
import { moveRepository } from './move.commands.js';
import { drainNode, listNodes, removeNode } from './node.commands.js';
import { eventsStatus } from './event.commands.js';
import { maintainRepository, verifyRepository } from './care.commands.js';
import { importRepository } from './import.commands.js';
import { listJobs, stopJob } from './job.commands.js';
import { listRepositories } from './repository-list.commands.js';
import {
  createCompany,
  deactivateCompany,
  listCompanies,
  rotateKey,
  updateCompany,
} from './company.commands.js';

/** Every command by its words. */
export const commands: Readonly<Record<string, Command>> = {
  'company create': createCompany,
  'company list': listCompanies,
  'company update': updateCompany,
  'company deactivate': deactivateCompany,
  'admin reset-password': resetPassword,
  'account unlock': unlockAccount,
  'key rotate': rotateKey,
  'events status': eventsStatus,
  'node list': listNodes,
  'node drain': drainNode,
  'node remove': removeNode,
  'repository move': moveRepository,
  'repository verify': verifyRepository,
  'repository maintain': maintainRepository,
  'repository import': importRepository,
  'repository list': listRepositories,
  'job list': listJobs,
  'job stop': stopJob,
  'blobs migrate': migrateBlobs,
  'blobs status': blobsStatus,
  'blobs stop': stopBlobs,
  purge,
};

/** Commands of `tools/holdfast` on the files of an installation, which the tools run themselves. */
const ofFiles = [
  'secrets rotate',
  'broker config [--passwords | --kubernetes]',
  'backup key | create | list | verify [id] [--repair] | delete <id>',
  'backup restore [id] [--company <id> | --repository <company>/<project>/<repository>] [--keep-bot-keys] [--keep-mirrors]',
  'backup prune [--keep-last <n>] [--keep-days <n>] | unlock',
];

export const usage = (): string =>
  [
    'usage:',
    ...[...Object.values(commands).map((each) => each.usage), ...ofFiles].map((each) => `  holdfast ${each}`),
  ].join('\n');

/** It needs no installation that runs. */
export const isHelp = ([noun = '']: readonly string[]): boolean => ['help', '--help', '-h'].includes(noun);

/** @throws UsageError */
export const commandOf = (given: readonly string[]): Run => {
  if (isHelp(given)) return () => Promise.resolve(`${usage()}\n`);
  for (const words of [2, 1]) {
    const name = given.slice(0, words).join(' ');
    if (Object.hasOwn(commands, name)) return commands[name].read(given.slice(words));
  }
  throw new UsageError(given.length ? `unknown command "${given.join(' ')}"; see holdfast --help` : usage());
};
