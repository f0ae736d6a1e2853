import { layoutKind } from './layout-kind.js';

describe('other bytes for a file that stays', () => {
  it('are refused as those of a build where it is one of a SNAPSHOT, not as those of a release', () => {
    for (const path of ['1.1-SNAPSHOT/lib-1.1-20260102.030405-7.jar', 'SNAPSHOT/lib-20260102.030405-7.pom'])
      expect(layoutKind.refusedAsOther(`com/acme/lib/${path}`)).toBe(
        'this build of the SNAPSHOT is there already with other bytes: deploy again',
      );
  });

  it('are refused as those of a released file where it is one', () => {
    for (const path of ['com/acme/lib/1.0/lib-1.0.jar', 'readme.txt'])
      expect(layoutKind.refusedAsOther(path)).toBe(
        'the file is released and cannot be replaced by other bytes',
      );
  });
});
