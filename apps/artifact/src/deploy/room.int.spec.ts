import { ArtifactSystem } from '../testing/artifact-system.js';

describe('The storage limit of an installation', () => {
  let system: ArtifactSystem;

  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2, storageLimit: 1000 });
  });
  afterAll(() => system.stop());

  // It is stored as JSON, where some characters are longer than in XML.
  it('holds for what is taken over from an index, by the bytes that are stored of it', async () => {
    const repository = system.repository();
    const index = (quotes: number): string => {
      const text = '"'.repeat(quotes);
      return `<metadata><plugins><plugin><prefix>${text}</prefix><artifactId>${text}</artifactId></plugin></plugins></metadata>`;
    };
    const put = async (quotes: number): Promise<number> =>
      (await system.put('/org/maven-metadata.xml', index(quotes), { repository })).status;
    expect(index(250).length).toBeLessThan(700);
    expect([await put(250), await put(100)]).toEqual([507, 201]);
    await system.delete('/org/maven-metadata.xml', { repository });
  });

  it('holds for uploads that end at one moment, and what was refused fits after a removal', async () => {
    const repository = system.repository();
    const body = (index: number): Buffer => Buffer.alloc(400, index);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        system.put(`/f${index}`, body(index), { repository, replica: index % 2, chunked: index > 3 }),
      ),
    );
    const stored = answers.flatMap(({ status }, index) => (status === 201 ? [index] : []));
    expect(stored).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 507)).toHaveLength(6);
    const missing = answers.findIndex(({ status }) => status === 507);
    expect((await system.get(`/f${missing}`, { repository })).status).toBe(404);
    await system.delete(`/f${stored[0]}`, { repository });
    expect((await system.put('/again', '', { repository })).status).toBe(201);
    expect((await system.put(`/f${missing}`, body(missing), { repository })).status).toBe(201);
  });
});
