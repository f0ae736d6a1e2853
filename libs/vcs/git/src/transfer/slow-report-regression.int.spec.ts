import { createServer, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { engineHeaders, engineRequests } from './git-protocol.js';

// git ends when its report is told: whoever took that slowly kept his references from all others meanwhile.
describe('the report of an accepted push', () => {
  const world = GitWorld.ofSuite();
  const count = 400;
  /** Together more than git, the system and we hold of it. */
  const directory = `refs/heads/${Array.from({ length: 7 }, (_, at) => `${at}`.repeat(240)).join('/')}`;
  let server: Server;
  let repository: Awaited<ReturnType<GitWorld['seeded']>>;
  let over: Promise<unknown>;
  beforeAll(() => {
    server = createServer((request, response) => {
      over = world.engine.exchange(
        {
          ...{ kind: 'git', service: 'receive-pack', repository: 'r', principal: 'admin' },
          exchange: { ...engineRequests.service, headers: engineHeaders(request) },
          directory: repository.directory,
          owner: { company: 'acme', account: 'admin' },
        },
        request,
        response,
      );
    });
  });

  /** A client that takes nothing of the answer until somebody reads it. */
  const push = async () => {
    repository = await world.seeded(1);
    const { tip } = repository;
    const commands = Array.from({ length: count }, (_, at) =>
      pkt(`${zero} ${tip} ${directory}/${at}${at === 0 ? '\0 report-status side-band-64k' : ''}`),
    );
    const pack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
    const body = Buffer.concat([Buffer.from(`${commands.join('')}0000`), pack]);
    const before = world.reports.length;
    const [client, ours] = duplexPair();
    server.emit('connection', ours);
    const head = 'POST /git-receive-pack HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    client.write(Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]));
    while (world.reports.length === before) await sleep(20);
    return { client, ours };
  };

  it('keeps its references from nobody while its client takes it slowly, and comes whole', async () => {
    const { client } = await push();
    expect(world.reports.at(-1)).toMatchObject({ accepted: true, changed: true });
    expect(await world.processes()).toEqual([]);
    const pieces: Buffer[] = [];
    for await (const piece of client) pieces.push(piece as Buffer);
    const answer = Buffer.concat(pieces).toString('latin1');
    expect(answer.match(/ok refs\/heads\//g)).toHaveLength(count);
    expect(answer.endsWith('0000\r\n0\r\n\r\n')).toBe(true);
    await over;
  });

  it('leaves nothing where its client goes', async () => {
    const { ours } = await push();
    ours.destroy();
    await over;
    // What it has written is packed meanwhile.
    while ((await world.processes()).length > 0) await sleep(20);
  });
});
