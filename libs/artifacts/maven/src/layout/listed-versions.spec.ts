import { atOnce } from '@holdfast/artifact-spi';
import { listedVersions } from './listed-versions.js';

const listed = (versions: readonly string[], before?: readonly string[]) => {
  const { elements, latest, release } = atOnce(listedVersions({ versions, before })).result;
  return {
    all: [...elements.toString().matchAll(/<version>(.*)</g)].map(([, each]) => each),
    latest,
    release,
  };
};

describe('the versions of an artifact', () => {
  const start = ['1.10', '1.9', '2.0', '0.1'];

  it.each([
    ['behind all others', '2.0.1'],
    ['before others', '1.9.5'],
    ['which Maven holds to be the same as the latest', '2.0.0'],
    ['with letters', '3.0-rc1'],
    ['that is a SNAPSHOT', '3.0-SNAPSHOT'],
    ['that is XML', '<3>'],
  ])('are listed the same with one more, %s, as all at once', (_what, version) => {
    const before = [...start];
    listed(before);
    const more = [...before, version];
    const last = [...more, '9'];
    expect([listed(more, before), listed(last, more)]).toEqual([listed([...more]), listed([...last])]);
    expect(listed([...start, version, '9']).all).toHaveLength(6);
  });

  it('are listed without a look at those before where one more is a release behind them', () => {
    let reads = 0;
    const counted = (versions: string[]): string[] =>
      new Proxy(versions, {
        get: (target, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      });
    const before = Array.from({ length: 1000 }, (_, at) => `1.${at}`);
    listed(before);
    const more = counted([...before, '1.1000']);
    expect(listed(more, before)).toMatchObject({ latest: '1.1000', release: '1.1000' });
    expect(reads).toBe(1);
    expect(listed(counted([...before, '1.1000']), [...before]).all).toHaveLength(1001);
    expect(reads).toBeGreaterThan(1000);
  });

  it('are not what was made of others with letters among them', () => {
    const before = ['1.0', '1.0-rc1', '1.0-SNAPSHOT'];
    listed(before);
    expect(listed([...before, '1.1'], before)).toEqual({
      all: ['1.0-rc1', '1.0-SNAPSHOT', '1.0', '1.1'],
      latest: '1.1',
      release: '1.1',
    });
  });
});
