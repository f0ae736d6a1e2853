import type { TransferGrant } from '../vcs-engine.js';
import { TransferClient } from './transfer-client.js';
import type { TransferTurns } from './transfer-turns.js';

/** More than any of them may have. */
const many = 100;

/** For tests: how many transfers of each account begin in one repository, where one after the other asks for many. */
export const begunTurns = (turns: TransferTurns, accounts: readonly string[]): number[] => {
  const clients: TransferClient[] = [];
  const begun = accounts.map((account) => {
    let count = 0;
    for (let asked = 0; asked < many; asked += 1) {
      const client = new TransferClient(60_000);
      clients.push(client);
      const grant = { owner: { company: 'acme', account }, directory: '/r' } as TransferGrant;
      const work = (): Promise<void> => ((count += 1), client.left());
      void turns.run(grant, client, work, () => undefined);
    }
    return count;
  });
  clients.forEach((client) => client.leave());
  return begun;
};
