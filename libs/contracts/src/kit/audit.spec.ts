import { isAuditRecord, type AuditRecord } from './audit.js';

const uuid = '0190a000-0000-7000-8000-000000000001';
const record: AuditRecord = {
  id: '0123456789abcdef01234567',
  at: 1_700_000_000_000,
  company: uuid,
  account: { id: 'ann', uuid, type: 'user' },
  operation: 'branch.update',
  target: { type: 'branch', id: 'main' },
  address: '',
  outcome: 'ok',
  detail: {},
};

describe('what another process sends as an audit record', () => {
  const isOne = (other: object): boolean => isAuditRecord({ ...record, ...other });

  it('is stored where it is one', () => {
    for (const outcome of ['ok', 'refused', 'unknown']) expect(isOne({ outcome })).toBe(true);
    expect(isOne({ account: undefined })).toBe(true);
  });

  it.each([
    { id: '0123456789abcdef0123456' },
    { id: '0123456789abcdef012345678' },
    { id: '0123456789ABCDEF01234567' },
    { id: undefined },
    { at: 1.5 },
    { at: '1' },
    { company: 'acme' },
    { company: undefined },
    { account: { id: 'ann', type: 'user' } },
    { account: { id: 'ann', uuid: 'ann', type: 'user' } },
    { operation: undefined },
    { operation: 1 },
    { target: undefined },
    { target: { id: 'main' } },
    { target: { type: 'branch' } },
    { target: { type: 1, id: 'main' } },
    { address: undefined },
    { outcome: 'perhaps' },
    { outcome: undefined },
    { detail: undefined },
    { detail: 'none' },
  ])('is refused with %j', (wrong) => expect(isOne(wrong)).toBe(false));
});
