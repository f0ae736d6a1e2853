/** @apart Has a replica of the artifact service, and gateways that end. */
import { randomBytes } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../clients/door.js';
import { freePort } from '../../clients/free-port.js';
import { SecondGateway } from '../../clients/second-gateway.js';
import { endedPart, startedPart } from '../../clients/started-part.js';
import { access } from '../../system.js';
import { newCompany, newProject, newRepository, type Person } from '../../world.js';

/** What a health port says; undefined where nobody listens. */
const health = async (port: number, of: 'live' | 'ready'): Promise<[number, string] | undefined> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/${of}`).catch(() => undefined);
  return answer && [answer.status, ((await answer.json()) as { status: string }).status];
};

/** Waits until a process says that. */
const said = async (port: number, status: string): Promise<void> => {
  while ((await health(port, 'ready'))?.[1] !== status) await sleep(20);
};

/** By a connection of its own: what comes over those that are kept is still answered. */
const connected = (site: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

describe('A part that is told to end', () => {
  const content = randomBytes(24 * 2 ** 20);
  let person: Person;
  let file: string;
  let port: number;
  let gateway: SecondGateway;

  beforeAll(async () => {
    person = await newCompany();
    const { url } = await newRepository(person, await newProject(person), 'maven');
    file = `${url}/org/example/a/1.0/a-1.0.jar`;
    expect((await ask('PUT', file, person, { body: content })).status).toBe(201);
  });
  afterEach(() => gateway.stop());

  const begin = async (seconds: string): Promise<IncomingMessage> => {
    port = await freePort();
    gateway = await SecondGateway.start({
      HOLDFAST_HEALTH_LISTEN: `127.0.0.1:${port}`,
      HOLDFAST_DRAIN_SECONDS: seconds,
    });
    const url = file.replace(access.site_url, gateway.siteUrl);
    // It is not read yet: most of it waits in the gateway.
    return new Promise((resolve, reject) => {
      request(url, { headers: { authorization: person.basic } }, resolve)
        .once('error', reject)
        .end();
    });
  };

  it('is not ready any more, lets a download come to its end, and ends with 0', async () => {
    const download = await begin('60');
    expect(await health(port, 'ready')).toEqual([200, 'ok']);
    const ended = gateway.end();
    await said(port, 'ending');
    expect(await health(port, 'live')).toEqual([200, 'ok']);
    await expect(connected(gateway.siteUrl)).rejects.toThrow('ECONNREFUSED');
    const pieces: Buffer[] = [];
    for await (const piece of download) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect(await ended).toBe(0);
  });

  it('breaks off what takes longer than it may, and ends with 0', async () => {
    const download = await begin('1');
    expect(await gateway.end()).toBe(0);
    await expect(
      (async () => {
        for await (const piece of download) expect(piece).toBeDefined();
      })(),
    ).rejects.toThrow(/aborted|reset|closed/i);
  });

  it('is a service that ends with 0, and is missed by nobody while another one serves', async () => {
    const own = await freePort();
    const replica = await startedPart('artifact', 'the replica', {
      HOLDFAST_HEALTH_LISTEN: `127.0.0.1:${own}`,
    });
    await said(own, 'ok');
    const counted = await (await fetch(`http://127.0.0.1:${own}/metrics`)).text();
    expect(counted).toMatch(/^holdfast_events_lag_seconds\{service="artifact"\} [\d.e-]+$/m);
    const statuses = new Set<number>();
    let over = false;
    const asking = (async () => {
      while (!over) statuses.add((await ask('HEAD', file, person)).status);
    })();
    await endedPart(replica, 'SIGTERM');
    over = true;
    await asking;
    expect([replica.exitCode, statuses]).toEqual([0, new Set([200])]);
    expect(await health(own, 'live')).toBeUndefined();
  });
});
