import { layoutKind } from './layout-kind.js';

const now = new Date('2026-01-02T03:04:05Z');
const refused = (timestamp: string): string | undefined =>
  layoutKind.refusedAsNew(`com/acme/lib/1.1-SNAPSHOT/lib-1.1-${timestamp}-1.jar`, now);

describe('new SNAPSHOT files', () => {
  it.each([
    '99999999.999999',
    '20269901.030405',
    '20260002.030405',
    '20250229.030405',
    '20251131.030405',
    '20260102.240000',
    '20260102.036005',
    '20260102.030460',
  ])('with the timestamp %s, which is no time, are refused', (timestamp) => {
    expect(refused(timestamp)).toBe(`the timestamp ${timestamp} of the SNAPSHOT file is no time`);
  });

  it.each(['20260103.030406', '20270102.030405', '99991231.235959'])(
    'with the timestamp %s, which is more than a day ahead, are refused',
    (timestamp) => {
      expect(refused(timestamp)).toBe(
        `the timestamp ${timestamp} (UTC) of the SNAPSHOT file is more than a day ahead: look at the clock`,
      );
    },
  );

  it.each(['20260103.030405', '20260102.030405', '20240229.235959', '19700101.000000', '00010101.000000'])(
    'with the timestamp %s are taken',
    (timestamp) => expect(refused(timestamp)).toBeUndefined(),
  );

  it('without a timestamp are taken, and releases of any name', () => {
    for (const path of [
      '1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar',
      '1.1-99999999.999999-1/lib-1.1-99999999.999999-1.jar',
    ])
      expect(layoutKind.refusedAsNew(`com/acme/lib/${path}`, now)).toBeUndefined();
  });
});
