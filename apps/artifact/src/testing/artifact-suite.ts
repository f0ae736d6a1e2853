import { createHash, randomBytes } from 'node:crypto';
import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem, type Asking, type Seen } from './artifact-system.js';

/**
 * Two replicas for the suite, an empty repository for each of its tests, and short words for what is asked there. After
 * each test nothing is staged any more.
 */
export class ArtifactSuite {
  system!: ArtifactSystem;
  repository!: RepositoryScope;

  /** Started before the tests of the suite that is being described. */
  static start(): ArtifactSuite {
    const suite = new ArtifactSuite();
    beforeAll(async () => {
      suite.system = await ArtifactSystem.start({ replicas: 2 });
    });
    afterAll(() => suite.system.stop());
    beforeEach(() => {
      suite.repository = suite.system.repository();
    });
    afterEach(() => suite.system.stagingIsEmpty());
    return suite;
  }

  readonly get = (path: string, more?: Asking): Promise<Seen> => this.system.get(path, this.here(more));

  readonly head = (path: string, more?: Asking): Promise<Seen> =>
    this.system.send('HEAD', path, undefined, this.here(more));

  /** As an admin, if nothing else is said. */
  readonly remove = (path: string, more?: Asking): Promise<Seen> => this.system.delete(path, this.here(more));

  readonly sent = (path: string, body: Buffer | string, more?: Asking): Promise<Seen> =>
    this.system.put(path, body, this.here(more));

  /** The status of an upload; of any 40 bytes, if nothing else is said. */
  readonly put = async (path: string, body: Buffer | string = randomBytes(40), more?: Asking) =>
    (await this.sent(path, body, more)).status;

  readonly status = async (path: string): Promise<number> => (await this.get(path)).status;

  /** Asked of the repository of this test. */
  readonly here = (more?: Asking): Asking => ({ repository: this.repository, ...more });
}

export const hash = (algorithm: string, bytes: Buffer | string): string =>
  createHash(algorithm).update(bytes).digest('hex');

export const jar = '/com/acme/lib/1.0/lib-1.0.jar';
export const snapshot = '/com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar';
export const indexPath = '/com/acme/lib/maven-metadata.xml';

/** A file of a numbered build of the SNAPSHOT. */
export const build = (stamp: string, number: number, rest = '.jar'): string =>
  `/com/acme/lib/1.1-SNAPSHOT/lib-1.1-${stamp}-${number}${rest}`;

export const versionsOf = (xml: string): string[] =>
  [...xml.matchAll(/<version>([^<]*)</g)].map(([, version]) => version);
