import { jest } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadLeases } from '../process/read-leases.js';
import { CommitTurns } from '../writing/commit-turns.js';
import { LookTurns } from '../writing/look-turns.js';
import { TransactionGates } from '../writing/transaction-gates.js';
import { unfitProps } from '../writing/transaction-props.js';
import type { DavParts } from './dav-parts.js';
import { DavTransfer } from './dav-transfer.js';
import { KeptAnswers } from './kept-answers.js';
import { usualLimits } from './subversion-limits.js';

const root = '/acme/projects/web/repositories/subversion/team';

const world = async (names: readonly string[]): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'unread-'));
  for (const name of names) {
    const transaction = join(directory, `db/transactions/${name}.txn`);
    await mkdir(transaction, { recursive: true });
    await writeFile(join(transaction, 'props'), 'K 10\nsvn:author\nV 3\nann\nEND\n');
  }
  await writeFile(join(directory, 'db/current'), '1\n');
  return directory;
};

const merging = (directory: string, connections: DavParts['connections'], commits = new CommitTurns()) => {
  const transfer = new DavTransfer({
    server: {
      ...{ address: { host: '127.0.0.1', port: 1 }, answers: () => Promise.resolve() },
      ...{ identity: () => ({}), hasLetGo: () => false },
    },
    connections,
    views: { of: () => Promise.resolve('/view'), above: '/' },
    answers: new KeptAnswers(0, new ReadLeases()),
    gate: {
      stands: () => Promise.resolve({ allowed: true }),
      decide: () => Promise.resolve({ accepted: true }),
      ended: () => Promise.resolve(),
    },
    commits,
    looks: new LookTurns(),
    contents: { unfit: () => Promise.resolve(undefined) },
    transactions: new TransactionGates(),
    written: () => undefined,
    committed: () => undefined,
    limits: usualLimits,
  });
  return async (name: string): Promise<number> => {
    const request = new IncomingMessage(new Socket());
    const body = `<D:merge xmlns:D="DAV:"><D:source><D:href>${root}/!svn/txn/${name}</D:href></D:source></D:merge>`;
    request.headers = { 'content-length': String(body.length) };
    request.push(body);
    request.push(null);
    const exchange = { method: 'MERGE', path: root, headers: { 'x-hf-root': root } };
    const owner = { company: 'acme', account: 'ann' };
    const grant = { kind: 'subversion', service: 'write', exchange, directory, owner };
    const response = new ServerResponse(request);
    await transfer.exchange(
      { ...grant, repository: 'team', principal: 'ann', author: 'ann' },
      request,
      response,
    );
    return response.statusCode;
  };
};

// Who made a revision and did not take the answer kept the turn of commits, and so everybody else from committing.
describe('the answer to a commit that nobody takes', () => {
  it('does not hold up the next commit', async () => {
    const directory = await world(['1-1', '1-2']);
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
    const merge = merging(directory, connections);
    void merge('1-1');
    void merge('1-2');
    await second;
    await rm(directory, { recursive: true });
  });
});

// A transaction with many properties was looked at for minutes in the turn of commits, as often as its developer liked.
describe('the look at what is to be a revision', () => {
  it('is over before the turn of its commit, and when its client has gone', async () => {
    const directory = await world(['1-1']);
    const transaction = join(directory, 'db/transactions/1-1.txn');
    await writeFile(join(transaction, 'changes'), '0-1.0.t1-1 add-dir false false false /trunk/.svn\n\n');
    const commits = new CommitTurns();
    const run = jest.spyOn(commits, 'run');
    const relay = (): Promise<number> => Promise.reject(new Error('nothing is sent to the server'));
    expect(await merging(directory, { relay }, commits)('1-1')).toBe(403);
    expect(run).not.toHaveBeenCalled();
    expect(await unfitProps(directory, '1-1', AbortSignal.abort())).toContain('nobody waits');
    expect(await unfitProps(directory, '1-1')).toBeUndefined();
    await rm(directory, { recursive: true });
  });
});
