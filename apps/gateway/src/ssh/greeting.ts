import type { SshKeyHolder } from '@holdfast/contracts';
import { named } from '@holdfast/contracts/kind-words';
import type { TalkedKind } from './asked-repository.js';

/** What somebody reads who asks for anything but a repository. */
export const greeting = (holders: readonly SshKeyHolder[], kinds: readonly TalkedKind[]): string => {
  const names = holders.map(({ account, company }) => `${account.id} of ${company.id}`).join(', ');
  const served = named(kinds.filter(({ commands }) => commands !== undefined));
  return `Hello ${names}! Your key is known here, but there is no shell, only ${served}: clone the ssh_url of a repository.\r\n`;
};
