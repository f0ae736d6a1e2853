import { resolve } from 'node:path';
import { proofLines, proofOf } from './proofs.mjs';

describe('what tools/test is asked to prove', () => {
  it('is known by its name, and takes a number where it has one', () => {
    expect(proofOf('kills')).toEqual({
      scenarios: 'kills-',
      variables: { HOLDFAST_TEST_KILLS: '100' },
      isWrong: false,
    });
    expect(proofOf('kills', ['7'])).toMatchObject({
      variables: { HOLDFAST_TEST_KILLS: '7' },
      isWrong: false,
    });
    for (const given of [['0'], ['x'], ['1', '2']]) expect(proofOf('kills', given)?.isWrong).toBe(true);
    expect(proofOf('drill')).toEqual({ scenarios: 'backup-drill', variables: {}, isWrong: false });
    expect(proofOf('drill', ['1'])?.isWrong).toBe(true);
    for (const name of [undefined, 'unit', 'constructor']) expect(proofOf(name)).toBeUndefined();
  });

  it('takes directories, a name or a version', () => {
    expect(proofOf('contents', ['a', '/b'])).toMatchObject({
      variables: { HOLDFAST_TEST_CONTENTS: `${resolve('a')}\n/b` },
      isWrong: false,
    });
    expect(proofOf('imports', ['a', 'b'])).toMatchObject({
      scenarios: 'imports-of-real-repositories',
      variables: { HOLDFAST_TEST_IMPORTS: `${resolve('a')}\n${resolve('b')}` },
      isWrong: false,
    });
    expect(proofOf('imports')).toMatchObject({ variables: { HOLDFAST_TEST_IMPORTS: '' }, isWrong: false });
    expect(proofOf('imports', ['--all'])?.isWrong).toBe(true);
    expect(proofOf('faults', ['nats'])).toMatchObject({
      variables: { HOLDFAST_TEST_FAULTS: 'nats' },
      isWrong: false,
    });
    expect(proofOf('faults')).toMatchObject({ variables: { HOLDFAST_TEST_FAULTS: 'all' }, isWrong: false });
    for (const given of [['mail'], ['nats', 'delay']]) expect(proofOf('faults', given)?.isWrong).toBe(true);
    expect(proofOf('mercurial', ['6.3.2'])).toMatchObject({
      version: '6.3.2',
      variables: {},
      isWrong: false,
    });
    for (const given of [[], ['newest'], ['7', '0'], ['6.3.2', '7.0']])
      expect(proofOf('mercurial', given)?.isWrong).toBe(true);
  });

  it('is told with what may be given besides', () => {
    const lines = proofLines().map((line) => line.split(/ {2,}/)[0]);
    for (const line of [
      'moves [number]',
      'contents [directory …]',
      'imports [directory …]',
      'mercurial version',
      'drill',
    ])
      expect(lines).toContain(`tools/test ${line}`);
  });
});
