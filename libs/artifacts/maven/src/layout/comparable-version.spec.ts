import { atOnce } from '@holdfast/artifact-spi';
import { compareVersions } from './comparable-version.js';
import { sortVersions } from './sorted-versions.js';

/** Pairs as `java -jar maven-artifact-3.9.16.jar` compares them: known oddities first, then random ones. */
const asMavenSays: [string, string, string][] = [
  ['1', '=', '1.0'],
  ['1.0', '=', '1.0.0'],
  ['1.0.0', '=', '1-0'],
  ['1-0', '=', '1.0-ga'],
  ['1.0-ga', '>', '1.0-rc1'],
  ['1.0-rc1', '<', '1.0-RC2'],
  ['1.0-RC2', '=', '1.0-cr2'],
  ['1.0-cr2', '<', '1.0-SNAPSHOT'],
  ['1.0-SNAPSHOT', '<', '1.0'],
  ['1.0', '<', '1.0-sp1'],
  ['1.0-sp1', '<', '1.0-1'],
  ['1.0-1', '<', '1.0.1'],
  ['1.0.1', '>', '1.0a1'],
  ['1.0a1', '=', '1.0-alpha-1'],
  ['1.0-alpha-1', '=', '1.0-a1'],
  ['1.0-a1', '<', '1.0-beta-2'],
  ['1.0-beta-2', '=', '1.0b2'],
  ['1.0b2', '<', '1.0-m3'],
  ['1.0-m3', '=', '1.0-milestone-3'],
  ['1.0-milestone-3', '<', '1.0.x'],
  ['1.0.x', '=', '1.0-x'],
  ['1.0-x', '<', '2.0.0.RELEASE'],
  ['2.0.0.RELEASE', '=', '2.0'],
  ['2.0', '<', '2.0.1.Final'],
  ['2.0.1.Final', '<', '10'],
  ['10', '>', '9'],
  ['9', '>', '1.0.0.X1'],
  ['1.0.0.X1', '<', '1.0.0-X2'],
  ['1.0.0-X2', '>', ''],
  ['', '<', '1-jre'],
  ['1-jre', '>', '1-android'],
  ['1-android', '<', '20260102.030405-7'],
  ['20260102.030405-7', '<', '20260102.030405-10'],
  ['20260102.030405-10', '>', 'v1'],
  ['v1', '<', '1_0'],
  ['1_0', '>', '1+2'],
  ['1+2', '>', 'alphaga+xga'],
  ['alphaga+xga', '<', '999999999999999999992+aa+0'],
  ['999999999999999999992+aa+0', '>', '10x99999999999999999999'],
  ['10x99999999999999999999', '>', '-0releaseSNAPSHOTa99999999999999999999'],
  ['-0releaseSNAPSHOTa99999999999999999999', '<', '.10'],
  ['.10', '>', '..'],
  ['..', '<', '---1beta01sp'],
  ['---1beta01sp', '>', 'alpha.alpha123456789012'],
  ['alpha.alpha123456789012', '<', 'acrFinalrcalpha'],
  ['acrFinalrcalpha', '<', 'releasebeta.FinalmilestoneFinalb'],
  ['releasebeta.FinalmilestoneFinalb', '>', 'Finalga'],
  ['Finalga', '<', 'mcr2-'],
  ['mcr2-', '<', '10-release'],
  ['10-release', '>', '_bcrmilestonesp'],
  ['_bcrmilestonesp', '<', 'barelease1m-'],
  ['barelease1m-', '<', 'rcbetaSNAPSHOTbm-'],
  ['rcbetaSNAPSHOTbm-', '<', 'release0123456789012'],
  ['release0123456789012', '>', 'cr01-macr'],
  ['cr01-macr', '>', 'beta1rc2+m'],
  ['beta1rc2+m', '<', 'release99999999999999999999.+b'],
  ['release99999999999999999999.+b', '>', 'SNAPSHOTmilestone.'],
  ['SNAPSHOTmilestone.', '>', '_.SNAPSHOT99999999999999999999milestone'],
  ['_.SNAPSHOT99999999999999999999milestone', '<', '123456789012crbeta-99999999999999999999'],
  ['123456789012crbeta-99999999999999999999', '>', '01bbeta010sp-'],
  ['01bbeta010sp-', '>', 'gama'],
  ['gama', '>', 'sp9999999999999999999999999999999999999999bx'],
  ['sp9999999999999999999999999999999999999999bx', '<', '-beta'],
  ['-beta', '>', 'x2-'],
  ['x2-', '>', 'mreleasecrFinal'],
  ['mreleasecrFinal', '>', 'cr+2Finalsp01release'],
  ['cr+2Finalsp01release', '<', 'Final099999999999999999999crrc-'],
  ['Final099999999999999999999crrc-', '<', '0199999999999999999999alpha2a0'],
  ['0199999999999999999999alpha2a0', '>', '-Final1milestone-rc'],
  ['-Final1milestone-rc', '>', 'a01release'],
  ['a01release', '<', 'alphasp101234567890122'],
  ['alphasp101234567890122', '<', '10b2xrcx1'],
  ['10b2xrcx1', '<', '110'],
  ['110', '>', '0+alpha01'],
  ['0+alpha01', '>', 'alphacrSNAPSHOT'],
  ['alphacrSNAPSHOT', '<', '.release01m.-SNAPSHOT'],
  ['.release01m.-SNAPSHOT', '>', '.-'],
  ['.-', '<', '10alpha'],
  ['10alpha', '>', 'mspFinal'],
  ['mspFinal', '<', 'ga123456789012SNAPSHOT10spSNAPSHOTga'],
  ['ga123456789012SNAPSHOT10spSNAPSHOTga', '>', '+releasex123456789012alpha99999999999999999999'],
  ['+releasex123456789012alpha99999999999999999999', '<', '123456789012__123456789012'],
  ['123456789012__123456789012', '>', '0.2release1'],
  ['0.2release1', '<', '1--0rc2SNAPSHOT'],
  ['1--0rc2SNAPSHOT', '>', 'betaa'],
  ['betaa', '<', '..99999999999999999999beta'],
  ['..99999999999999999999beta', '>', 'gaSNAPSHOT10Finalga2'],
  ['gaSNAPSHOT10Finalga2', '<', '101alpha'],
  ['101alpha', '>', 'ga+ga'],
  ['ga+ga', '<', '99999999999999999999__Final-'],
  ['99999999999999999999__Final-', '>', '01cr'],
  ['01cr', '>', 'sp1a-...'],
  ['sp1a-...', '<', '0axx'],
  ['0axx', '>', 'releasebm1'],
  ['releasebm1', '>', '_2milestonebeta-12345678901210'],
  ['_2milestonebeta-12345678901210', '<', '2xalpha'],
  ['2xalpha', '>', '+bx++'],
  ['+bx++', '<', 'xFinal-spga'],
  ['xFinal-spga', '>', 'SNAPSHOT2m+123456789012+'],
  ['SNAPSHOT2m+123456789012+', '<', '01spm+sp'],
  ['01spm+sp', '>', '_SNAPSHOT01'],
  ['_SNAPSHOT01', '<', '00betax.10'],
  ['00betax.10', '>', 'releasega01SNAPSHOTmilestone'],
  ['releasega01SNAPSHOTmilestone', '<', 'spalpha'],
  ['spalpha', '<', '2-'],
  ['2-', '>', '-123456789012_a_'],
  ['-123456789012_a_', '>', 'cralpharelease'],
  ['cralpharelease', '<', '2rc'],
  ['2rc', '>', '_spx'],
  ['_spx', '<', 'releasecr'],
  ['releasecr', '<', '10sp0'],
  ['10sp0', '<', '123456789012spFinal10b'],
  ['123456789012spFinal10b', '>', '21'],
  ['21', '>', 'Final2'],
  ['Final2', '<', '19999999999999999999901beta'],
  ['19999999999999999999901beta', '>', '+-'],
  ['+-', '>', 'rc-'],
  ['rc-', '>', 'a99999999999999999999+'],
  ['a99999999999999999999+', '<', '-release-x'],
  ['-release-x', '>', 'beta.10beta+_'],
  ['beta.10beta+_', '<', '01alphaFinal'],
  ['01alphaFinal', '>', 'milestonex99999999999999999999release123456789012x'],
  ['milestonex99999999999999999999release123456789012x', '<', '1099999999999999999999milestonealpha'],
  ['1099999999999999999999milestonealpha', '>', 'm-'],
  ['m-', '<', 'releasesp.m123456789012garc'],
  ['releasesp.m123456789012garc', '>', 'bSNAPSHOT'],
];

const sorting = (versions: readonly string[]) => atOnce(sortVersions(versions));

describe('the order of versions', () => {
  it.each(asMavenSays)('is Maven’s: %j %s %j', (left, sign, right) => {
    expect(compareVersions(left, right)).toBe({ '<': -1, '=': 0, '>': 1 }[sign]);
    expect(compareVersions(right, left)).toBe({ '<': 1, '=': 0, '>': -1 }[sign]);
  });

  it('sorts whatever came first', () => {
    const sorted = [
      '1.0-alpha-1',
      '1.0-beta-1',
      '1.0-rc1',
      '1.0-SNAPSHOT',
      '1.0',
      '1.0-sp1',
      '1.9',
      '1.10-SNAPSHOT',
      '1.10',
    ];
    expect(sorting([...sorted].reverse()).result).toEqual(sorted);
    expect(sorting(sorted).result).toEqual(sorted);
  });

  it('is the same of all spellings of numbers between dots', () => {
    const digits = '0000000000000001'; // too many for a plain number
    const groups = [
      ['0', '0.0', '0-0', `0.${'0'.repeat(20)}`],
      ['1', '01', '1.0', '1.0.0', '1-0', digits],
      ['1.0.9', '1.0.09', '1.0.9.0', `1.0.${'9'.padStart(17, '0')}`],
      ['1.0.10', '1.0.10.0', '1.0.10-0'],
      ['1.2', '1.02', '01.2.0', '1.2-0'],
      ['1.67108863', '1.67108863.0', '1.67108863-0'],
      ['1.67108864', '1.67108864.0', '1.67108864-0'],
      ['2', '2.0', '2-0'],
      ['67108864', '67108864.0', '67108864-0'],
      ['20260102030405', '20260102030405.0', '20260102030405-0'],
    ];
    const wrong: string[] = [];
    for (const [at, group] of groups.entries())
      for (const one of group)
        for (const [place, others] of groups.entries())
          for (const other of others)
            if (compareVersions(one, other) !== Math.sign(at - place)) wrong.push(`${one} ${other}`);
    expect(wrong).toEqual([]);
    const sorted = groups.flatMap((group) => [...group].sort());
    expect(sorting([...sorted].reverse()).result).toEqual(sorted);
  });

  it('puts versions that are the same to Maven by their letters', () =>
    expect(sorting(['1.0.0', '1', '1.0']).result).toEqual(['1', '1.0', '1.0.0']));

  it('takes a bounded memory: where it would be more, the longest come first, by their letters', () => {
    const hostile = Array.from(
      { length: 100 },
      (_, at) => `2${'a1'.repeat(100)}${String(at).padStart(2, '0')}`,
    );
    const short = [`1.${'0'.repeat(70)}1`, '1.9', '1.10'];
    const versions = [...short, ...hostile].reverse();
    expect(sorting(versions).result).toEqual([...short, ...hostile]);
    expect(atOnce(sortVersions(versions, 1_000)).result).toEqual([...hostile, ...short]);
  });

  it('takes no longer for deep versions than others can wait, and sorts many as few', () => {
    const deep = (last: number): string => `${'1-'.repeat(100)}${last}`;
    const versions = Array.from({ length: 1_100 }, (_, index) => deep((index * 7_919) % 1_100));
    const { result, steps } = sorting(versions);
    expect(result).toEqual(Array.from({ length: 1_100 }, (_, index) => deep(index)));
    expect(steps).toBe(5); // twice 512 are read, and twice 512 sorted, before the rest
    expect(sorting(versions.slice(0, 100)).steps).toBe(1);
  });
});
