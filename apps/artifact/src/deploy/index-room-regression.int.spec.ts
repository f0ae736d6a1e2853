import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { LedgerFixture } from '../testing/ledger.fixture.js';

const index = '/org/x/maven-metadata.xml';
const plugin = (prefix: string, artifactId: string): string =>
  `<plugin><prefix>${prefix}</prefix><artifactId>${artifactId}</artifactId></plugin>`;
const document = (...plugins: string[]): string =>
  `<metadata><plugins>${plugins.join('')}</plugins></metadata>`;
const many = Array.from({ length: 100 }, (_, at) => plugin(`p${at}`, 'a'.repeat(200)));

/**
 * Maven sends the index of a group back with each plugin: where the repository had less room than that is long, though
 * it grew by a line, the deploy failed, after its file.
 */
describe('an uploaded index where there is less room than it is long', () => {
  let system: ArtifactSystem;
  let ledger: LedgerFixture;
  let on: { repository: RepositoryScope };
  beforeAll(async () => {
    system = await ArtifactSystem.start({
      replicas: 2,
      ledger: (subject, input) => ledger.answer(subject, input),
    });
  });
  afterAll(() => system.stop());
  beforeEach(async () => {
    ledger = new LedgerFixture('repository');
    on = { repository: system.repository({ storageLimit: 1_000_000 }) };
    expect(await put(document(...many))).toBe(201);
    ledger.fits.length = 0;
  });
  afterEach(() => expect([...ledger.leases]).toEqual([]));

  const put = async (text: string, path = index, replica = 0): Promise<number> =>
    (await system.put(path, text, { ...on, replica })).status;
  const served = async (): Promise<string> => (await system.get(index, on)).text;
  const withOne = async (more: string): Promise<string> =>
    (await served()).replace('</plugins>', `${more}</plugins>`);

  it('is taken where it grows by less, and refused where it grows by more', async () => {
    const before = ledger.used;
    ledger.limit = before + 300;
    expect(await put(await served())).toBe(204);
    expect([ledger.used, ledger.fits]).toEqual([before, []]);
    expect(await put(await withOne(plugin('y', 'y-maven-plugin')))).toBe(204);
    expect(ledger.fits).toEqual([ledger.used - before]);
    const grown = await served();
    expect(grown).toContain('y-maven-plugin');
    expect(await put(await withOne(plugin('z', 'z'.repeat(250))))).toBe(507);
    expect(await put(document(plugin('z', 'z'.repeat(250))))).toBe(507);
    expect(await served()).toBe(grown);
    expect(ledger.used - before).toBeLessThan(100);
  });

  it('takes no room where it stays as long, or becomes shorter, also where more is stored than may be', async () => {
    const before = ledger.used;
    ledger.limit = before - 500;
    expect(await put(await served())).toBe(204);
    expect(await put(document(plugin('p1', 'b'.repeat(200))))).toBe(204);
    expect(await put(document(plugin('p2', 'b'.repeat(150))))).toBe(204);
    expect([ledger.used, ledger.fits]).toEqual([before - 50, []]);
    expect(await put(document(plugin('p3', 'b'.repeat(201))))).toBe(507);
    expect(await served()).not.toContain('b'.repeat(201));
  });

  it('does not pass the limit together with others', async () => {
    const first = await put(document(plugin('q', 'r')), '/org/y/maven-metadata.xml');
    const each = ledger.fits[0];
    expect([first, each]).toEqual([201, expect.any(Number)]);
    ledger.limit = ledger.used + 2 * each + 10;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        put(document(plugin('q', 'r')), `/org/y${at}/maven-metadata.xml`, at % 2),
      ),
    );
    expect(answers.sort()).toEqual([201, 201, 507, 507, 507, 507]);
    expect(ledger.limit - ledger.used).toBe(10);
  });

  it('does not pass it either where the index goes while room for its growth is asked for', async () => {
    const text = await withOne(plugin('y', 'y-maven-plugin'));
    ledger.limit = ledger.used + 300;
    const { used } = ledger;
    ledger.before = async () => {
      ledger.before = () => Promise.resolve();
      expect((await system.delete(index, on)).status).toBe(204);
      expect(await put('f'.repeat(used), '/org/file')).toBe(201);
    };
    expect(await put(text)).toBe(507);
    expect(ledger.fits).toEqual([expect.any(Number), used, used + ledger.fits[0]]);
    expect([(await system.get(index, on)).status, ledger.used]).toEqual([404, used]);
  });
});

describe('an uploaded index under a limit of the installation', () => {
  it('takes as much room as it grows', async () => {
    const system = await ArtifactSystem.start({ storageLimit: 25_000 });
    try {
      const on = { repository: system.repository() };
      const put = async (...plugins: string[]): Promise<number> =>
        (await system.put(index, document(...plugins), on)).status;
      expect([await put(...many), await put(...many)]).toEqual([201, 204]);
      expect(await put(...many, plugin('y', 'y'))).toBe(204);
      const more = Array.from({ length: 20 }, (_, at) => plugin(`z${at}`, 'z'.repeat(200)));
      expect(await put(...many, ...more)).toBe(507);
      expect((await system.get(index, on)).text).not.toContain('z0');
    } finally {
      await system.stop();
    }
  });
});
