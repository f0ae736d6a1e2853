import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import { ChildProcesses } from '@holdfast/vcs-spi/engine';
import { ContentTransfer } from '../content/content-transfer.js';
import type { EnginePlace } from '../worker/engine-place.js';
import { Workers } from '../worker/workers.js';
import { usualMercurialLimits } from './mercurial-limits.js';
import { SessionTransfer } from './session-transfer.js';
import { WireTransfer, type MercurialParts } from './wire-transfer.js';

type Exchange = (grant: TransferGrant, request: IncomingMessage, response: ServerResponse) => Promise<void>;

// Two guests kept a repository from all others, by conversations that say a little and never end.
describe('a repository of Mercurial to which two accounts come as often as they can', () => {
  let begun: number;
  /** What begins goes on for ever. */
  const going = (): Promise<never> => ((begun += 1), new Promise(() => undefined));

  /** Exchanges of each sort, where so many programs run. */
  const sorts = (count: number): Record<'sessions' | 'fetches' | 'pushes' | 'contents', Exchange> => {
    const [children, place] = [new ChildProcesses('/nowhere'), {} as EnginePlace];
    const workers = Object.assign(new Workers(children, place, 1_000, count), { during: going });
    const gate = { stands: going } as unknown as TransferGate;
    const questions = { open: () => () => undefined };
    const limits = { ...usualMercurialLimits, trusted: 0 };
    const parts = { gate, workers, questions, limits } as unknown as MercurialParts;
    const sessions = new SessionTransfer(parts, children, place, {} as never);
    const wire = new WireTransfer(parts);
    const contents = new ContentTransfer({ ...parts, ask: () => Promise.resolve({ size: 10 }) });
    const file = { commit: 'a'.repeat(40), path: 'f', id: 'f', lasting: true, name: 'f' };
    return {
      sessions: (...exchange) => sessions.exchange(...exchange),
      fetches: (...exchange) => wire.exchange(...exchange),
      pushes: ({ ...grant }, ...exchange) => wire.exchange({ ...grant, service: 'write' }, ...exchange),
      contents: (grant, _, response) => contents.file({ ...grant, file }, response),
    };
  };

  /** How much begins of each account. */
  const begunOf = async (exchange: Exchange): Promise<number[]> => {
    const counts = [];
    for (const account of ['ann', 'bob', 'cleo']) {
      begun = 0;
      const grant = {
        ...{ kind: 'mercurial', service: 'read', directory: '/r', owner: { company: 'acme', account } },
        exchange: { method: 'GET', path: '/', headers: {} },
      } as unknown as TransferGrant;
      const request = new IncomingMessage(new Socket());
      for (let asked = 0; asked < 40; asked += 1) void exchange(grant, request, new ServerResponse(request));
      await sleep(20);
      counts.push(begun);
    }
    return counts;
  };

  it('has places for a third one, of each sort', async () => {
    const of = async (count: number) => {
      const { sessions, fetches, pushes, contents } = sorts(count);
      return [
        ...[await begunOf(sessions), await begunOf(fetches)],
        ...[await begunOf(pushes), await begunOf(contents)],
      ];
    };
    const conversations = [3, 3, 2];
    expect(await of(2)).toEqual([conversations, [2, 2, 1], [2, 2, 1], [1, 1, 1]]);
    expect(await of(3)).toEqual([conversations, [3, 3, 1], [3, 3, 1], [2, 2, 1]]);
    expect(await of(4)).toEqual([conversations, [3, 3, 3], [3, 3, 3], [2, 2, 1]]);
    expect(await of(16)).toEqual([conversations, [11, 11, 11], [11, 11, 11], [6, 6, 5]]);
  });
});
