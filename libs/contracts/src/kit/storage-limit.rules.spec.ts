import { DomainError, Problems } from '@holdfast/kernel';
import { judgeStorageLimit, type WantedStorageLimit } from './storage-limit.rules.js';

const admin = { companyAdmin: true };
const other = { companyAdmin: false };

const errors = (wanted: Partial<WantedStorageLimit>, caller = admin) => {
  const problems = new Problems();
  judgeStorageLimit(caller, { sent: undefined, now: null, over: null, ...wanted }, problems);
  return problems.errors;
};

describe('a storage limit that is sent', () => {
  it('is taken from company admins, as far as the one over it', () => {
    expect(errors({ sent: 100, over: 100 })).toEqual({});
    expect(errors({ sent: 100 })).toEqual({});
    expect(errors({ sent: null, now: 5, over: 3 })).toEqual({});
    expect(errors({ sent: 101, over: 100 })).toEqual({ storage_limit: { maximum: 100 } });
    expect(errors({ sent: 1, over: 0 })).toEqual({ storage_limit: { maximum: 0 } });
  });

  it('is nobody else’s to change', () => {
    for (const sent of [100, null, 'nonsense'])
      expect(() => errors({ sent, now: 7 }, other)).toThrow(DomainError);
  });

  it('may be sent back by everybody as it is', () => {
    expect(errors({ sent: 7, now: 7, over: 3 }, other)).toEqual({});
    expect(errors({ sent: null }, other)).toEqual({});
    expect(errors({}, other)).toEqual({});
  });
});
