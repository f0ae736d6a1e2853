import { createHash } from 'node:crypto';
import { ancestorsOf, directoryOf, nameOf } from '@holdfast/artifact-spi';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { directoriesAbove, filesInTheWay, hashOf, locksOf, placeOf } from './place.js';

const repository = '00000000-0000-7000-8000-000000000001';

describe('a path', () => {
  it('has the keys of all directories above it, and of the files that would be in their place', async () => {
    const kind = await artifactKinds[0].kind();
    const path = 'com/acme.sha1/lib/1.0/lib.jar';
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

  it('has the keys for ever that stand in the database', () => {
    for (const path of ['', 'org/acme', 'org/grüße/\u{1f40d}'])
      expect(hashOf(repository, path)).toEqual(createHash('sha256').update(`${repository}/${path}`).digest());
    const [{ key }] = locksOf(placeOf(repository, 'org/a.jar'));
    expect(key).toBe(createHash('sha256').update(`${repository}/org`).digest().readBigInt64BE().toString());
  });
});
