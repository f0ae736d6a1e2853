import { jest } from '@jest/globals';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { OpenedTransfer, OpenTransfer } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { ByteProcess } from '../byte-process/byte-process.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import type { Placement } from '../placement/placement.js';
import type { RepositoryAddresses } from '../repository/repository-address.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { TransferService } from './transfer.service.js';

const ctx: CallContext = {
  requestId: 'r',
  deadline: Date.now() + 60_000,
  principal: {
    company: { uuid: 'c', id: 'acme' },
    account: { uuid: 'a', id: 'ada', type: 'user', email: '', name: '' },
    companyAdmin: false,
    credential: '',
  },
  project: { uuid: 'p', id: 'web', deleted: false, visibility: 'members', roles: ['developer'] },
  repository: { uuid: 'u', id: 'code', type: 'git', node: 'n', deleted: false },
};
const exchange = { method: 'GET', path: '/advertise', headers: {} };

describe('a permit for the reads that follow', () => {
  const open = jest.fn<(grant: unknown, reads: boolean) => Promise<OpenedTransfer>>();
  open.mockResolvedValue({ address: '', ticket: 't' });
  const service = new TransferService(
    { open } as unknown as ByteProcess,
    { directory: () => '/d' } as unknown as Placement,
    { of: (id: string) => ({ door: vcsKinds.find((kind) => kind.id === id) }) } as unknown as RepositoryTypes,
    { http: () => 'http://x' } as unknown as RepositoryAddresses,
    new WriteGate(),
  );
  const isAsked = async (asked: OpenTransfer): Promise<boolean | undefined> => {
    open.mockClear();
    await service.open(ctx, asked);
    return open.mock.calls[0]?.[1];
  };

  it('comes with what reads by itself', async () => {
    expect(await isAsked({ service: 'upload-pack', exchange })).toBe(true);
  });

  it('comes with nothing that writes, talks, or was asked with a pass', async () => {
    const pass = { word: 'download', authorization: 'x' };
    const session = { method: 'POST', path: '/session', headers: {} };
    for (const asked of [
      { service: 'receive-pack', exchange },
      { service: 'upload-pack', exchange: session },
      { service: 'lfs-download', exchange: { ...exchange, path: `/lfs/objects/${'a'.repeat(64)}` } },
      { service: 'upload-pack', exchange, pass },
    ])
      expect(await isAsked(asked)).toBe(false);
  });
});
