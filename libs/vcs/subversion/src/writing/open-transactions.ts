import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { percentDecoded } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { rootHeader } from '../door/dav-headers.js';
import { openWork } from '../door/open-work.js';
import type { ViewDirectories } from '../process/view-directories.js';
import { unfitNames } from './changed-names.js';
import { transactionProps, unfitProps } from './transaction-props.js';

/** Transactions over HTTP belong to who began them: to others they are not there. Their names can be guessed. */
export class OpenTransactions {
  constructor(private readonly views: Pick<ViewDirectories, 'of'>) {}

  /** Whether what is under way at these addresses, canonical ones, is the caller's own, as far as something is. */
  async areOwn(grant: TransferGrant, addresses: readonly (string | undefined)[]): Promise<boolean> {
    for (const address of addresses)
      if (address !== undefined && !(await this.isOwn(grant, address))) return false;
    return true;
  }

  /** Why what is under way at these addresses may be no revision. */
  async unfit(grant: TransferGrant, addresses: readonly string[]): Promise<string | undefined> {
    for (const address of addresses) {
      const { word = '', name = '' } = workAt(grant, address) ?? {};
      const isTransaction = word.startsWith('txn') || word.startsWith('txr');
      const transaction = isTransaction ? name : await this.transactionOf(grant.directory, name);
      const reason = transaction && (await unfitIn(grant.directory, transaction));
      if (reason) return reason;
    }
    return undefined;
  }

  private async isOwn(grant: TransferGrant, address: string): Promise<boolean> {
    const { directory, author, exchange } = grant;
    const work = workAt(grant, address);
    if (!work) return true;
    const { word, name, isWhole } = work;
    // Names that clients make up are not served: the header by which they would is not passed on.
    if (author === undefined || name === '' || word.startsWith('v')) return false;
    if (word.startsWith('txn') || word.startsWith('txr')) return isTransactionOf(author, directory, name);
    const transaction = await this.transactionOf(directory, name);
    if (transaction === undefined) return exchange.method === 'MKACTIVITY' && isWhole;
    if (await isTransactionOf(author, directory, transaction)) return true;
    // What is left of an activity when its transaction is over is its name: nothing of anybody.
    const isOver = (await transactionProps(directory, transaction)) === undefined;
    return isOver && exchange.method === 'DELETE' && word === 'act';
  }

  /** The transaction of an activity, where `mod_dav_svn` keeps it: its first line in a file of the view. */
  private async transactionOf(directory: string, activity: string): Promise<string | undefined> {
    const file = createHash('md5').update(activity).digest('hex');
    const place = join(await this.views.of(directory), 'dav', 'activities.d', file);
    const text = await readFile(place, 'utf8').catch(() => undefined);
    return text?.split('\n', 1)[0];
  }
}

interface Work {
  /** The server's for it. */
  readonly word: string;
  readonly name: string;
  /** The address has nothing behind the name. */
  readonly isWhole: boolean;
}

const workAt = ({ exchange }: TransferGrant, address: string): Work | undefined => {
  const [below] = address.slice((exchange.headers[rootHeader] ?? '').length).split('?');
  const [all, word, name = ''] = openWork.exec(below) ?? [];
  return all === undefined ? undefined : { word, name: percentDecoded(name) ?? '', isWhole: all === below };
};

/** Why an open transaction may be no revision, by what it says. */
export const unfitIn = async (directory: string, transaction: string): Promise<string | undefined> =>
  (await unfitProps(directory, transaction)) ?? (await unfitNames(directory, transaction));

/** Whether somebody has begun it. */
export const isTransactionOf = async (
  author: string,
  directory: string,
  transaction: string,
): Promise<boolean> => (await transactionProps(directory, transaction))?.get('svn:author') === author;
