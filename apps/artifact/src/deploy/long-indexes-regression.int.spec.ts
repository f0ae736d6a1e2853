import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { ticketHeader, type FileAnswer } from '@holdfast/contracts';
import { ArtifactSystem, developer } from '../testing/artifact-system.js';
import { IndexMemory } from '../turns/index-memory.js';
import { ReadingTurns } from '../turns/reading-turns.js';

// Two dozen uploads of long metadata by one developer were read at once, one step of each after the other: what the
// service did for others waited for all of them.
describe('long uploads of indexes', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());
  afterEach(() => jest.restoreAllMocks());

  const upload = (bytes: number, principal = developer) =>
    system.put('/org/x/maven-metadata.xml', `<metadata>${' '.repeat(bytes)}</metadata>`, {
      repository: system.repository(),
      principal,
    });

  it('take turns to be read, one of a company at a time; short ones are read at once', async () => {
    const run = jest.spyOn(ReadingTurns.prototype, 'run');
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    run.mockImplementationOnce(async function (this: ReadingTurns, principal, work) {
      return this.run(principal, () => held.then(work));
    });
    const first = upload(100_000);
    while (run.mock.calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    let isRead = false;
    const next = upload(100_000).finally(() => (isRead = true));
    expect((await upload(1_000)).status).toBe(201);
    const other = {
      ...developer,
      company: { uuid: randomUUID(), id: 'other' },
      account: { ...developer.account, uuid: randomUUID() },
    };
    expect((await upload(100_000, other)).status).toBe(201);
    expect(isRead).toBe(false);
    end();
    expect([(await first).status, (await next).status]).toEqual([201, 201]);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('have memory together, an account a quarter of it, for which others wait', async () => {
    const memory = new IndexMemory();
    const mib = 1 << 20;
    const others = { ...developer, account: { ...developer.account, uuid: randomUUID() } };
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const begun: string[] = [];
    const uploads = [
      ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, who: developer })),
      { name: 'other', who: others },
    ].map(({ name, who }) =>
      memory.holding({ places: 2 * mib }, who, () => {
        begun.push(name);
        return held;
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'other']);
    end();
    await Promise.all(uploads);
    expect(begun).toHaveLength(6);
  });

  // Sixteen that sent a byte a minute kept all others from uploading any.
  it('that come slowly end where others wait for their memory, and not else', async () => {
    const length = { 'content-length': String(2 << 20) };
    const open: ClientRequest[] = [];
    /** It sends the beginning of its body. */
    const stalled = async (): Promise<FileAnswer> => {
      const asking = { repository: system.repository(), headers: length };
      const decision = await system.decide('PUT', '/org/y/maven-metadata.xml', asking);
      if (decision.is !== 'upload') throw new Error('it was answered at once');
      const headers = { ...length, [ticketHeader]: decision.ticket };
      const sent = request(decision.address, { method: 'PUT', headers });
      sent.on('error', () => undefined).write('<metadata>');
      open.push(sent);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return JSON.parse((await answer.toArray()).join('')) as FileAnswer;
    };
    const slow = [stalled(), stalled(), stalled(), stalled()];
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await Promise.race([...slow, Promise.resolve('all go on')])).toBe('all go on');
    expect((await upload(100_000)).status).toBe(201);
    const first = await Promise.race(slow);
    expect([first.status, first.reason]).toEqual([503, expect.stringMatching(/too slowly/)]);
    for (const each of open) each.destroy();
    await Promise.allSettled(slow);
  });

  // Six documents had one index keep 7.6 MB: an upload of 112 bytes took a tenth of a second, which nobody shared.
  it('add no more than so much to an index, at once or bit by bit', async () => {
    const repository = system.repository();
    const add = (of: string, count: number, name: string) => {
      const plugins = Array.from({ length: count }, (_, at) =>
        ['name', 'prefix', 'artifactId'].map(
          (tag) => `<${tag}>${tag === 'prefix' ? `${of}${at}` : name}</${tag}>`,
        ),
      );
      const body = plugins.map((each) => `<plugin>${each.join('')}</plugin>`).join('');
      const document = `<metadata><plugins>${body}</plugins></metadata>`;
      return system.put('/org/z/maven-metadata.xml', document, { repository });
    };
    expect((await add('a', 1_400, 'n'.repeat(250))).status).toBe(201);
    expect((await add('b', 300, 'm'.repeat(250))).status).toBe(204);
    expect((await add('c', 2, 'short')).status).toBe(204);
    expect((await add('d', 1_900, 'n'.repeat(250))).status).toBe(204);
    expect((await add('e', 1, 'short')).status).toBe(204);
    const index = (await system.get('/org/z/maven-metadata.xml', { repository })).body.toString();
    expect(index.length).toBeLessThan(501 * 1024);
    expect(index).toContain('<prefix>e0</prefix>');
  });
});
