import type { IncomingMessage } from 'node:http';
import { branchOperations, projectOperations, type OperationContract } from '@holdfast/contracts';
import type { CallContext, DomainError } from '@holdfast/kernel';
import type { Written } from './byte-exchange.js';
import { Writes } from './writes.js';

// Of a batch below a deactivated object its size was told, before that nothing there is changed any more.
describe('a batch below a deactivated object', () => {
  const nothing = () => Promise.resolve(undefined);
  const refused = async (body: unknown, deleted: boolean, operation: OperationContract, query = '') => {
    const text = Buffer.from(JSON.stringify(body));
    const coming = { bytes: () => Promise.resolve(text), size: text.length, leave: () => undefined };
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
    const request = { headers, headersDistinct: {} } as unknown as IncomingMessage;
    const ctx = { requestId: 'r', deadline: Date.now() + 60_000, project: { deleted } };
    const parts = {} as never;
    const bodied = { bodies: { of: () => coming }, rows: { take: nothing } } as never;
    const writes = new Writes(parts, parts, parts, parts, parts, { renew: nothing } as never, parts, bodied);
    const exchange = { request, operation, query, match: { params: {} }, proceed: () => undefined };
    const asked = { ...exchange, ctx: ctx as unknown as CallContext } as unknown as Written;
    const { code, detail } = (await writes.answer(asked).catch((error: unknown) => error)) as DomainError;
    return detail.errors ?? code;
  };

  const { create } = branchOperations;
  const tooMany = Array<object>(101).fill({});

  it.each([[[]], [tooMany], [{ branches: [] }], [{ branches: tooMany }], [[{}]], [{}]])(
    'is locked, whatever its size is',
    async (body) => {
      expect(await refused(body, true, create, 'a=1&a=2')).toEqual({ id: { locked: true } });
    },
  );

  it('has between 1 and 100 objects elsewhere', async () => {
    expect(await refused([], false, create)).toEqual({ branches: { minimum: 1 } });
    expect(await refused({ branches: tooMany }, false, create)).toEqual({ branches: { maximum: 100 } });
  });

  it('is malformed where there are none', async () => {
    for (const deleted of [true, false])
      expect(await refused([], deleted, projectOperations.update)).toBe('malformed');
  });
});
