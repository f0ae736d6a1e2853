import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@holdfast/kernel';
import { IncomingBodies } from '../bodies/incoming-bodies.js';
import { Wire } from '../bytes/byte-door.fixture.js';
import { answerWith } from '../dispatch/answer.js';
import { isApiRequest, registerApi } from '../dispatch/api.routes.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Documents } from '../openapi/documents.js';
import { closeDoor } from './close-door.js';
import { httpDoor, type ByteRoutes, type DoorOptions } from './http-door.js';
import { readBody } from './request-body.js';

/** Deadlines of tests (ms). */
export const short = { head: 200, body: 200, stall: 200 };
/** Those of tests in which none is to come. */
export const patient = { head: 60_000, body: 60_000, stall: 60_000 };
const bodies = new IncomingBodies(2 ** 20);

/** The public door on a port of its own, before an API that reads its body and bytes that a test serves. */
export class OpenDoor {
  /** The body of what is read of the API. */
  page = (): string => '{}';
  serveBytes: ByteRoutes['handle'] = (_, response) => void response.end('bytes');
  /** Closed when the test ends. */
  readonly sockets: Socket[] = [];
  fastify?: ReturnType<typeof instanceOf>;

  /** For the tests of the suite that is being described, each of which opens it. */
  static ofSuite(): OpenDoor {
    const door = new OpenDoor();
    const { page, serveBytes } = door;
    beforeEach(() => Object.assign(door, { page, serveBytes }));
    afterEach(() => door.close());
    return door;
  }

  async open(options: Partial<DoorOptions> = {}): Promise<void> {
    const bytes: ByteRoutes = {
      owns: (target) => target.startsWith('/bytes'),
      handle: (...asked) => this.serveBytes(...asked),
    };
    const { body: patience } = options.deadlines ?? short;
    const adapter = httpDoor(bytes, isApiRequest, {
      connections: 8,
      trustedProxies: [],
      hsts: 60,
      deadlines: short,
      ...options,
    });
    const dispatcher = {
      dispatch: (request: IncomingMessage, _target: unknown, proceed: () => void) =>
        this.answer(request, proceed, patience),
      refuseMethod: () => answerWith(405, '{}'),
    };
    const documents = { at: () => undefined, home: { location: '/api/docs' } };
    const instance = instanceOf(adapter);
    registerApi(instance, dispatcher as unknown as Dispatcher, documents as unknown as Documents);
    await instance.listen({ port: 0, host: '127.0.0.1' });
    this.fastify = instance;
  }

  private async answer(request: IncomingMessage, proceed: () => void, patience: number) {
    if (request.method === 'DELETE') return answerWith(401, '{}');
    if (request.method === 'GET') return answerWith(200, this.page());
    try {
      const body = bodies.of(request, { requestId: '', deadline: 0 });
      const read = (limit: number): Promise<Buffer> => body.bytes(limit, patience);
      const taken = await readBody(request, { forms: false, proceed, bytes: read });
      return answerWith(200, JSON.stringify(taken));
    } catch (error) {
      return answerWith((error as DomainError).status, '{}');
    }
  }

  get port(): number {
    return (this.fastify?.server.address() as AddressInfo).port;
  }

  /** A connection, from another address of this machine where one is named. */
  async dial(localAddress = '127.0.0.1'): Promise<Wire> {
    const socket = connect({ port: this.port, host: '127.0.0.1', localAddress });
    this.sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    return new Wire(socket);
  }

  /** A connection that the door has seen before the next one comes. */
  async arrived(localAddress: string): Promise<Wire> {
    const wire = await this.dial(localAddress);
    await pause(20);
    return wire;
  }

  async said(text: string, until: string): Promise<Wire> {
    const wire = await this.dial();
    wire.say(text);
    await wire.hear(until);
    return wire;
  }

  /** Closes it as the gateway does when it ends. */
  async closed(transfers: number): Promise<void> {
    const { fastify } = this;
    if (fastify) await closeDoor(fastify.server, () => fastify.close(), transfers);
  }

  private async close(): Promise<void> {
    for (const socket of this.sockets.splice(0)) socket.destroy();
    await this.fastify?.close();
  }
}

const instanceOf = (adapter: ReturnType<typeof httpDoor>) =>
  adapter.getInstance<Parameters<typeof registerApi>[0]>();
