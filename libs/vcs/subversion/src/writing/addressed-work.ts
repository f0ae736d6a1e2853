import { percentDecoded } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { rootHeader } from '../door/dav-headers.js';
import { openWork } from '../door/open-work.js';

/** What is under way at an address. */
export interface Work {
  /** The server's for it. */
  readonly word: string;
  readonly name: string;
  /** The address has nothing behind the name. */
  readonly isWhole: boolean;
}

export const workAt = ({ exchange }: TransferGrant, address: string): Work | undefined => {
  const [below] = address.slice((exchange.headers[rootHeader] ?? '').length).split('?');
  const [all, word, name = ''] = openWork.exec(below) ?? [];
  return all === undefined ? undefined : { word, name: percentDecoded(name) ?? '', isWhole: all === below };
};

/** Of all that is under way at its address. */
export const isRemoval = (grant: TransferGrant): boolean =>
  grant.exchange.method === 'DELETE' && workAt(grant, grant.exchange.path)?.isWhole === true;

export const isTransaction = ({ word }: Work): boolean => word.startsWith('txn') || word.startsWith('txr');

/** The names of activities, each once. */
export const activitiesAt = (grant: TransferGrant, addresses: readonly string[]): string[] => {
  const works = addresses.map((address) => workAt(grant, address));
  return [...new Set(works.flatMap((work) => (work && !isTransaction(work) ? [work.name] : [])))].sort();
};
