import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { TransferTurns } from '../transfer/transfer-turns.js';
import type { ArchiveGrant, TransferGrant } from '../vcs-engine.js';
import { archiveHead } from './archive-head.js';
import { archiveInTurn } from './archive-turn.js';

describe('the answer to a request for an archive', () => {
  const archive: ArchiveGrant = { commit: 'a'.repeat(40), format: 'zip', name: 'core', lasting: false };
  const granted = (headers: Record<string, string> = {}, account = 'ada') =>
    ({
      ...{ archive, directory: '/d', repository: 'r', owner: { company: 'acme', account } },
      exchange: { headers },
    }) as unknown as TransferGrant & { archive: ArchiveGrant };
  const answering = () => {
    const told: unknown[] = [];
    const response = Object.assign(new EventEmitter(), {
      ...{ headersSent: false, destroyed: false },
      writeHead: (status: number) => {
        told.push(status);
        return response;
      },
      end: () => response,
    });
    return { told, response: response as unknown as ServerResponse };
  };
  const turns = () => new TransferTurns({ total: 1, perRepository: 1 }, 30);

  it('is made in its turn, with the headers of a whole answer', async () => {
    const { told, response } = answering();
    const send = jest.fn(() => Promise.resolve());
    await archiveInTurn(turns(), 1_000, granted(), response, send);
    expect(send).toHaveBeenCalledWith(
      archiveHead({}, archive, 'r').headers,
      expect.objectContaining({ movedBytes: 0 }),
    );
    expect(told).toEqual([]);
  });

  it('is given at once where no bytes are asked for', async () => {
    const { told, response } = answering();
    const send = jest.fn(() => Promise.resolve());
    const headers = { 'if-none-match': archiveHead({}, archive, 'r').headers.ETag };
    await archiveInTurn(turns(), 1_000, granted(headers), response, send);
    expect([told, send.mock.calls]).toEqual([[304], []]);
  });

  it('is a refusal where no turn comes', async () => {
    const busy = turns();
    let over: () => void = () => undefined;
    const first = archiveInTurn(busy, 1_000, granted(), answering().response, () => {
      return new Promise((resolve) => (over = resolve));
    });
    const { told, response } = answering();
    const send = jest.fn(() => Promise.resolve());
    await archiveInTurn(busy, 1_000, granted({}, 'bob'), response, send);
    expect([told, send.mock.calls]).toEqual([[503], []]);
    over();
    await first;
  });
});
