import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { proofLines, proofOf } from './proofs.mjs';
import { scenariosOf } from './scenario-files.mjs';

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
    expect(proofOf('nodegit')).toMatchObject({ nodegit: true, variables: {}, isWrong: false });
    expect(proofOf('beside')).toMatchObject({ release: true, variables: { HOLDFAST_TEST_DRAIN: '30' } });
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
    const one = { version: '6.3.2', variables: {}, isWrong: false };
    expect(proofOf('mercurial', ['6.3.2'])).toMatchObject({ ...one, ofClient: false });
    expect(proofOf('mercurial', ['6.3.2', 'client'])).toMatchObject({ ...one, ofClient: true });
    for (const given of [[], ['newest'], ['7', '0'], ['6.3.2', '7.0'], ['client'], ['6.3.2', 'client', 'x']])
      expect(proofOf('mercurial', given)?.isWrong).toBe(true);
  });

  it('has all scenarios in which a client of Mercurial takes part', () => {
    // Those of much else, in which Mercurial is one thing of many.
    const others =
      /audit-events|role-table|backup-drill|storage-moves|rolling|beside|imports-of-real-repositories/;
    const { scenarios = '' } = proofOf('mercurial', ['7.2']) ?? {};
    const uses = scenariosOf([]).concat(scenariosOf(['proofs/']));
    const withClient = uses.filter((file) =>
      /describeHg|hasHg|HgCopy|testedKinds|kindsBesideGit/.test(readFileSync(file, 'utf8')),
    );
    expect(withClient.length).toBeGreaterThan(9);
    expect(withClient.filter((file) => !others.test(file) && !new RegExp(scenarios, 'i').test(file))).toEqual(
      [],
    );
  });

  it('is told with what may be given besides', () => {
    const lines = proofLines().map((line) => line.split(/ {2,}/)[0]);
    for (const line of [
      'moves [number]',
      'contents [directory …]',
      'imports [directory …]',
      'mercurial version [client]',
      'drill',
      'faults [nats|postgres|bucket|kills|restarts|delay|slow-disk|full-disk|clock]',
    ])
      expect(lines).toContain(`tools/test ${line}`);
  });
});
