import { ancestorsOf, directoryOf, nameOf } from '@holdfast/artifact-spi';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { directoriesAbove, filesInTheWay, hashOf, placeOf } from './place.js';

const repository = '00000000-0000-7000-8000-000000000001';

/** Each upload to a path of 2,047 directories kept the service from all else for a tenth of a second. */
describe('a path of very many directories', () => {
  const deep = placeOf(repository, `${'a/'.repeat(2047)}x`);

  it('has the keys of its directories', async () => {
    const kind = await artifactKinds[0].kind();
    const { path } = placeOf(repository, 'com/acme.sha1/lib/1.0/lib.jar');
    const above = ancestorsOf(path).map((each) => ({
      hash: hashOf(repository, each),
      parent: hashOf(repository, directoryOf(each)),
      name: nameOf(each),
    }));
    expect(directoriesAbove(placeOf(repository, path))).toEqual(above);
    const files = ['com', 'com/acme.sha1', 'com/acme', 'com/acme.sha1/lib', 'com/acme.sha1/lib/1.0'].map(
      (file) => ({ directory: hashOf(repository, directoryOf(file)), name: nameOf(file) }),
    );
    expect(filesInTheWay(kind, placeOf(repository, path))).toEqual(files);
    expect(filesInTheWay(kind, placeOf(repository, 'x'))).toEqual([]);
  });

  it('is looked at in a few milliseconds', async () => {
    const kind = await artifactKinds[0].kind();
    const times = Array.from({ length: 9 }, () => {
      const began = performance.now();
      directoriesAbove(deep);
      filesInTheWay(kind, deep);
      return performance.now() - began;
    });
    expect(Math.min(...times)).toBeLessThan(40);
  });
});
