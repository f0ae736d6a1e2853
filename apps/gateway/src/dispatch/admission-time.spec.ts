import type { IncomingMessage } from 'node:http';
import type { OperationContract } from '@holdfast/contracts';
import type { CallContext, Principal } from '@holdfast/kernel';
import { Admission } from '../bytes/admission.js';
import type { ByteAddress } from '../bytes/byte-address.js';
import type { RateLimits } from '../rates/rate-limits.js';
import type { Scopes } from '../scopes/scopes.js';
import type { Sessions } from '../session/sessions.js';
import { Callers } from './callers.js';

const ada = { account: { id: 'ada' } } as Principal;

/** Asking who it is takes its time, in which he may already be another one. */
const slow = (): Promise<Principal> => new Promise((resolve) => setTimeout(() => resolve(ada), 250));
const sessions = { byKeys: slow, byBasic: slow } as unknown as Sessions;

describe('services hear since when a caller may be another one', () => {
  const context = (): CallContext => ({ requestId: 'r', deadline: 0 });

  it('with a request of the API, each time that he is asked for', async () => {
    const callers = new Callers(sessions, {} as RateLimits, false);
    const request = { headers: { authorization: 'x' }, rawHeaders: [] } as unknown as IncomingMessage;
    const operation = { privilege: 'account', method: 'PUT' } as OperationContract;
    const ctx = context();
    for (let time = 0; time < 2; time += 1) {
      const before = Date.now();
      await callers.authenticate(request, '', operation, ctx);
      expect(ctx.principal).toBe(ada);
      expect(ctx.admitted).toBeGreaterThanOrEqual(before);
      expect(ctx.admitted).toBeLessThan(before + 200);
    }
  });

  it('with a request at a byte door', async () => {
    const admission = new Admission(sessions, {} as Scopes);
    const before = Date.now();
    const ctx = await admission.authenticate(context(), { company: 'acme' } as ByteAddress, 'Basic x');
    expect(ctx.principal).toBe(ada);
    expect(ctx.admitted).toBeGreaterThanOrEqual(before);
    expect(ctx.admitted).toBeLessThan(before + 200);
  });
});
