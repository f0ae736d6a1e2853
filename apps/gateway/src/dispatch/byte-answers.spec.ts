import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { treeEntryOperations, type AnsweredBytes } from '@holdfast/contracts';
import { DomainError, type Principal } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { OpenReads } from '../bytes/open-reads.js';
import { smallAnswer } from '../unsent/answer-size.rules.js';
import type { AdmittedSlots } from './admitted-slots.js';
import { ByteAnswers } from './byte-answers.js';
import type { Streamed } from './byte-exchange.js';
import type { Guard } from './guard.js';

/** Takes an answer at once. */
class Taken extends EventEmitter {
  headersSent = false;
  status = 0;
  bytes = 0;

  writeHead(status: number): void {
    this.headersSent = true;
    this.status = status;
  }

  end(body: Buffer): void {
    this.bytes = body.length;
    setImmediate(() => this.emit('close'));
  }
}

const whole = (bytes: number): AnsweredBytes => ({
  whole: {
    status: 200,
    headers: { 'content-length': String(bytes) },
    body: Buffer.alloc(bytes).toString('base64'),
  },
});

describe('the bytes of a file that a service answers', () => {
  let response: Taken;
  let answered: AnsweredBytes;
  let questions: number;
  let slots: number;
  let told: boolean;
  let waited: boolean;
  let judge: () => Promise<void>;

  beforeEach(() => {
    response = new Taken();
    [questions, slots] = [0, 0];
    [told, waited] = [false, false];
    judge = () => Promise.resolve();
  });

  const give = (): Promise<void> => {
    const request = { method: 'GET', headers: {}, complete: true } as IncomingMessage;
    const ctx = { requestId: 'r', deadline: 0, address: '', principal: {} as Principal };
    const streamed = {
      ...{ request, response: response as unknown as ServerResponse, ctx, said: {}, at: 0, query: '' },
      ...{ operation: treeEntryOperations.raw, match: { params: {} } },
    } as unknown as Streamed;
    const call = (): Promise<AnsweredBytes> => {
      questions += 1;
      return Promise.resolve(answered);
    };
    const run: AdmittedSlots['run'] = async (_kind, { request: req }, work) => {
      slots += 1;
      const exchange = { req, res: response, headers: [] } as unknown as Parameters<typeof work>[0];
      await work(exchange, waited);
    };
    const reads: Pick<OpenReads, 'during' | 'isTold'> = { isTold: () => told, during: (_, send) => send() };
    return new ByteAnswers(
      { call } as unknown as Rpc,
      {} as Guard,
      { run } as unknown as AdmittedSlots,
      reads,
      { still: () => judge() },
    ).give(streamed);
  };

  it('are sent without a slot where they are as few as in other small answers', async () => {
    answered = whole(smallAnswer);
    await give();
    expect([response.bytes, questions, slots]).toEqual([smallAnswer, 1, 0]);
  });

  it('are sent in a slot where they are more', async () => {
    answered = whole(smallAnswer + 1);
    await give();
    expect([response.bytes, questions, slots]).toEqual([smallAnswer + 1, 1, 1]);
  });

  it('are asked for once more where their slot had to be waited for', async () => {
    answered = whole(smallAnswer + 1);
    waited = true;
    await give();
    expect([questions, slots]).toEqual([2, 1]);
  });

  it('are not sent, few as they are, to who may not have them since something was told to have changed', async () => {
    answered = whole(1);
    told = true;
    judge = () => Promise.reject(DomainError.notFound());
    await expect(give()).rejects.toThrow(DomainError.notFound());
    expect(response.headersSent).toBe(false);
  });
});
