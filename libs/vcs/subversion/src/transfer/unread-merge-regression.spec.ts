import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommitTurns } from '../writing/commit-turns.js';
import { TransactionGates } from '../writing/transaction-gates.js';
import { DavTransfer, type DavParts } from './dav-transfer.js';
import { KeptAnswers } from './kept-answers.js';
import { usualLimits } from './subversion-limits.js';

const root = '/acme/projects/web/repositories/subversion/team';

// Who made a revision and did not take the answer kept the turn of commits, and so everybody else from committing.
describe('the answer to a commit that nobody takes', () => {
  it('does not hold up the next commit', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'unread-'));
    for (const name of ['1-1', '1-2']) {
      const transaction = join(directory, `db/transactions/${name}.txn`);
      await mkdir(transaction, { recursive: true });
      await writeFile(join(transaction, 'props'), 'K 10\nsvn:author\nV 3\nann\nEND\n');
    }
    await writeFile(join(directory, 'db/current'), '1\n');
    let begun = 0;
    let secondBegins = (): void => undefined;
    const second = new Promise<void>((resolve) => (secondBegins = resolve));
    const connections: DavParts['connections'] = {
      relay: async (_asked, _response, _client, { head }) => {
        if ((begun += 1) === 2) secondBegins();
        await head(new IncomingMessage(new Socket()));
        return new Promise<number>(() => undefined);
      },
    };
    const transfer = new DavTransfer({
      server: {
        ...{ address: { host: '127.0.0.1', port: 1 }, answers: () => Promise.resolve() },
        ...{ identity: () => ({}), hasLetGo: () => false },
      },
      connections,
      views: { of: () => Promise.resolve('/view'), above: '/' },
      answers: new KeptAnswers(0),
      gate: {
        stands: () => Promise.resolve({ allowed: true }),
        decide: () => Promise.resolve({ accepted: true }),
        ended: () => Promise.resolve(),
      },
      commits: new CommitTurns(),
      transactions: new TransactionGates(),
      written: () => undefined,
      committed: () => undefined,
      limits: usualLimits,
    });
    const merge = (name: string): void => {
      const request = new IncomingMessage(new Socket());
      const body = `<D:merge xmlns:D="DAV:"><D:source><D:href>${root}/!svn/txn/${name}</D:href></D:source></D:merge>`;
      request.headers = { 'content-length': String(body.length) };
      request.push(body);
      request.push(null);
      const exchange = { method: 'MERGE', path: root, headers: { 'x-hf-root': root } };
      const owner = { company: 'acme', account: 'ann' };
      const grant = { kind: 'subversion', service: 'write', exchange, directory, owner };
      void transfer.exchange(
        { ...grant, repository: 'team', principal: 'ann', author: 'ann' },
        request,
        new ServerResponse(request),
      );
    };
    merge('1-1');
    merge('1-2');
    await second;
    await rm(directory, { recursive: true });
  });
});
