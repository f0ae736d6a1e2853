import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallContext, Principal } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { OpenRead } from '../bytes/open-reads.js';
import type { TransferSlots } from '../bytes/slots/transfer-slots.js';
import { AdmittedSlots } from './admitted-slots.js';
import type { Streamed } from './byte-exchange.js';
import { ByteAnswers } from './byte-answers.js';
import type { Guard } from './guard.js';
import { Readmission } from './readmission.js';

// A request has ten seconds. What was decided again later than that, of a download that went on or had waited for its
// slot, had no time left: nobody could be asked, so that the download went on for ever, or was refused.
describe('what is decided again when a request has had its time', () => {
  const streamed = {
    request: { headers: {} } as IncomingMessage,
    response: {} as ServerResponse,
    said: {},
    ctx: { requestId: 'r', deadline: 0, address: '', principal: {} as Principal },
    match: { params: {} },
    operation: { listing: undefined, query: undefined, subject: 's' },
    query: '',
  } as unknown as Streamed;
  const slots = {
    run: (_kind: string, _exchange: unknown, _who: unknown, work: (waited: boolean) => Promise<void>) =>
      work(true),
  } as unknown as TransferSlots;
  let left: number[];
  const decides = (): Promise<void> => {
    left.push(streamed.ctx.deadline - Date.now());
    return Promise.resolve();
  };
  beforeEach(() => {
    left = [];
    streamed.ctx.deadline = Date.now() - 1;
  });

  it('has time of its own after a wait for a slot', async () => {
    await new AdmittedSlots(slots, { renew: decides }).run('download', streamed, () => Promise.resolve());
    expect(left).toEqual([expect.any(Number)]);
    expect(left[0]).toBeGreaterThan(5_000);
  });

  it('has time of its own while the answer is on its way', async () => {
    const admitted = new AdmittedSlots(slots, { renew: () => Promise.resolve() });
    const reads = {
      isTold: () => false,
      during: async ({ again }: OpenRead): Promise<void> => {
        streamed.ctx.deadline = Date.now() - 1;
        await again();
      },
    };
    const rpc = { call: () => Promise.resolve({ address: '', path: '', ticket: '' }) } as unknown as Rpc;
    const asked = ({ deadline }: CallContext): Promise<void> =>
      Promise.resolve(void left.push(deadline - Date.now()));
    const readmission = new Readmission(
      { authenticate: (_request, _query, _operation, ctx) => asked(ctx) },
      { enter: decides, check: decides, still: (_operation, _match, ctx) => asked(ctx) },
    );
    const answers = new ByteAnswers(rpc, {} as Guard, admitted, reads, readmission);
    await answers.give(streamed);
    expect(left.map((time) => time > 5_000)).toEqual([true, true]);
  });
});
