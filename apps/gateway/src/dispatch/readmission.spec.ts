import type { OperationContract } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Readmission, type Admitted } from './readmission.js';

const world = (privilege = 'company.admin') => {
  const asked: string[] = [];
  let now = 1_000;
  let refusal: Error | undefined;
  const admission = new Readmission(
    {
      authenticate: (_request, _query, _operation, ctx) => {
        asked.push('who');
        if (refusal) return Promise.reject(refusal);
        ctx.principal = { account: { id: 'ada' } } as CallContext['principal'];
        return Promise.resolve();
      },
    },
    {
      enter: () => Promise.resolve(void asked.push('where')),
      check: () => Promise.resolve(void asked.push('may')),
      still: () => Promise.resolve(void asked.push('still')),
    },
    () => now,
  );
  const admitted = {
    ctx: {} as CallContext,
    operation: { privilege } as unknown as OperationContract,
    match: { params: {} },
    at: now,
  } as Admitted;
  return {
    asked,
    renew: async (later: number, refused?: Error) => {
      now += later;
      refusal = refused;
      await admission.renew(admitted);
      return asked.splice(0);
    },
  };
};

describe('what was decided about a request', () => {
  it('holds for a moment', async () => {
    const { renew } = world();
    expect(await renew(0)).toEqual([]);
    expect(await renew(249)).toEqual([]);
  });

  it('is decided again after that, from the keys on', async () => {
    const { renew } = world();
    expect(await renew(250)).toEqual(['who', 'where', 'may']);
    expect(await renew(100)).toEqual([]);
    expect(await renew(200)).toEqual(['who', 'where', 'may']);
  });

  it('is asked of nobody what is open to everybody', async () => {
    expect(await world('public').renew(300)).toEqual(['who', 'where']);
  });

  it('is decided each time anew once it was refused', async () => {
    const { renew, asked } = world();
    for (let time = 0; time < 3; time += 1) await expect(renew(300, new Error('no'))).rejects.toThrow('no');
    await expect(renew(0, new Error('no'))).rejects.toThrow('no');
    expect(asked).toHaveLength(4);
  });
});
