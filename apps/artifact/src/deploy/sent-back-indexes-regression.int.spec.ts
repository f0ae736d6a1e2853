import { jest } from '@jest/globals';
import type { RepositoryScope } from '@holdfast/kernel';
import { hash } from '../testing/artifact-suite.js';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { IndexMemory } from '../turns/index-memory.js';

const mib = 1 << 20;
const index = '/org/x/lib/maven-metadata.xml';
const plugin = '<plugins><plugin><prefix>p</prefix><artifactId>a</artifactId></plugin></plugins>';
const document = (bytes: number): string => `<metadata>${plugin}${' '.repeat(bytes)}</metadata>`;

// An index of more than 2 MiB was served, but Maven, which sends it back with each deploy, was answered 413: nobody
// deployed that artifact any more.
describe('an uploaded index that is longer than what is read of one', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());
  beforeEach(() => (repository = system.repository()));
  afterEach(() => jest.restoreAllMocks());

  const put = (path: string, body: string, more: { headers?: Record<string, string>; chunked?: true } = {}) =>
    system.put(path, body, { repository, ...more });
  const get = () => system.get(index, { repository });

  it('is taken where there is an index, without memory for it, and nothing of it is kept', async () => {
    expect((await put('/org/x/lib/1.0/lib-1.0.jar', 'jar')).status).toBe(201);
    const before = await get();
    const held = jest.spyOn(IndexMemory.prototype, 'holding');
    expect((await put(index, document(2 * mib))).status).toBe(204);
    expect((await put(index, document(15 * mib))).status).toBe(204);
    expect((await put(`${index}.sha1`, hash('sha1', document(2 * mib)))).status).toBe(201);
    expect(held).not.toHaveBeenCalled();
    expect(await get()).toEqual(before);
  });

  it('is refused where it is not as declared, and where there may not be so many bytes', async () => {
    await put('/org/x/lib/1.0/lib-1.0.jar', 'jar');
    const declared = (of: string) => ({ headers: { 'x-checksum-sha256': hash('sha256', of) } });
    const long = document(2 * mib);
    expect((await put(index, long, declared('other'))).status).toBe(409);
    expect((await put(index, long, declared(long))).status).toBe(204);
    expect((await put(index, document(16 * mib))).reason).toBe(
      'a file of this name has at most 16777216 bytes',
    );
    expect((await put(index, long, { chunked: true })).status).toBe(413);
  });

  it('is refused where there is no index yet', async () => {
    const { status, reason } = await put(index, document(2 * mib));
    expect([status, reason]).toEqual([413, 'a file of this name has at most 2097152 bytes']);
    expect((await get()).status).toBe(404);
  });
});
