import type { IncomingMessage } from 'node:http';
import { branchOperations } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { smallAnswer } from '../unsent/answer-size.rules.js';
import { UnsentAnswers } from '../unsent/unsent-answers.js';
import type { Admitted } from './readmission.js';
import type { Guard } from './guard.js';
import type { KeptViews } from './kept-views.js';
import { Reads } from './reads.js';
import type { Related } from './related.js';

const ctx: CallContext = { requestId: '', deadline: 0, address: '10.0.0.1' };
const request = {
  method: 'GET',
  headers: {},
  socket: { bytesWritten: 0, writableLength: 0, destroyed: false },
} as unknown as IncomingMessage;
const exchange: Admitted = {
  request,
  operation: branchOperations.show,
  ctx,
  query: '',
  at: Number.POSITIVE_INFINITY,
  match: { route: { operations: new Map() }, params: {} } as unknown as Admitted['match'],
};

/** Bytes that all have, of which who has no account gets a quarter. */
const all = smallAnswer * 8;

describe('an object that turns out large', () => {
  let unsent: UnsentAnswers;
  let decisions: number;
  let text: string;

  beforeEach(() => {
    unsent = new UnsentAnswers(all);
    decisions = 0;
    text = JSON.stringify({ id: 'x'.repeat(smallAnswer) });
  });

  const reads = (): Reads =>
    new Reads(
      {} as Rpc,
      {} as Guard,
      { isComplete: () => true } as unknown as Related,
      { written: () => Promise.resolve({ text, tag: '' }) } as unknown as KeptViews,
      {
        renew: () => {
          decisions += 1;
          return Promise.reject(DomainError.notFound());
        },
      },
      unsent,
    );

  it('has its room when it is answered', async () => {
    const { room } = await reads().answer(exchange);
    expect(room?.places).toBeGreaterThan(smallAnswer);
    expect(decisions).toBe(0);
  });

  it('is for those who may still have it when there is room for it', async () => {
    const before = await unsent.room(request, ctx, all / 4);
    const asked = reads().answer(exchange);
    await new Promise(setImmediate);
    expect(decisions).toBe(0);
    before.leave();
    await expect(asked).rejects.toThrow(DomainError.notFound());
    expect(await unsent.room(request, ctx, all / 4)).toMatchObject({ waited: false });
  });

  it('is for those who may still have it when the read took long', async () => {
    await expect(reads().answer({ ...exchange, at: Number.NEGATIVE_INFINITY })).rejects.toThrow(
      DomainError.notFound(),
    );
    expect(decisions).toBe(1);
    expect(await unsent.room(request, ctx, all / 4)).toMatchObject({ waited: false });
  });

  it('needs no room while it is small', async () => {
    text = '{}';
    expect(await reads().answer(exchange)).not.toHaveProperty('room');
  });
});
