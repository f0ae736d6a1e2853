import { repositoryPath } from '@holdfast/contracts';
import type { AskedPass, AskedSession, TransferEffect } from '@holdfast/vcs-spi';
import type { AdmittedContext } from '../bytes/admission.js';
import { passLifetime, type Passes } from '../session/passes.js';
import type { TalkedKind } from './asked-repository.js';

/** What a command means. */
export type AskedDeed = NonNullable<AskedSession['lesser']> | AskedPass;

/** What is done to the repository; undefined: the kind knows no such thing. */
export const effectOf = (
  { transfers, passes = {} }: TalkedKind,
  deed: AskedDeed,
): TransferEffect | undefined => {
  if (!('pass' in deed)) return transfers[deed.service];
  if (!Object.hasOwn(passes, deed.pass)) return undefined;
  return passes[deed.pass].some((service) => transfers[service] === 'write') ? 'write' : 'read';
};

/**
 * What a client that has asked for a pass is told. Nothing of it is kept: whoever comes with it is judged then.
 * `siteUrl`: the public address of the installation.
 */
export const toldOfPass = (
  { pass, told }: AskedPass,
  { principal, project, repository }: AdmittedContext,
  fingerprint: string,
  { passes, siteUrl }: { passes: Passes; siteUrl: string },
): string => {
  const { id: company } = principal.company;
  const { type: kind, uuid, id } = repository;
  const expires = Date.now() + passLifetime * 1_000;
  const authorization = passes.give({ company, fingerprint, kind, repository: uuid, word: pass, expires });
  const address = `${siteUrl}/${repositoryPath({ company, project: project.id, type: kind, id })}`;
  return told({ address, authorization, lifetime: passLifetime, expires });
};
