import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  LockAnswer,
  LockQuestion,
  OngoingTransfer,
  RoomAnswer,
  RoomQuestion,
  TransferGate,
  TransferStanding,
} from '@holdfast/vcs-spi';
import { gitHttp } from '../door/git-http.js';
import { usualLimits, type TransferLimits } from '../transfer/transfer-limits.js';
import { LfsTransfer } from './lfs-transfer.js';

export const idOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * LFS behind a small HTTP front without credentials: `http://127.0.0.1:<port>/<name>/info/lfs/`. It has what the door
 * of git asks the engine for, and refuses nothing of it.
 */
export class LfsWorld implements TransferGate {
  /** The services that the caller may not use any more. */
  readonly refused = new Set<string>();
  /** Bytes that the disk takes. */
  left = Infinity;
  /** What is answered for room under a limit, where a test sets it. */
  roomAnswer: RoomAnswer = { held: Number.MAX_SAFE_INTEGER };
  readonly roomsAsked: RoomQuestion[] = [];
  /** Transfers that hold room. */
  readonly rooms = new Set<string>();
  /** The purpose of the pass that is presented. */
  pass: string | undefined;
  readonly asked: LockQuestion[] = [];
  lockAnswer: LockAnswer = { locks: [] };
  private readonly server: Server;
  private readonly transfer: LfsTransfer;

  readonly disk = {
    take: (bytes: number) => Promise.resolve((this.left -= bytes) >= 0),
    hold: () => Promise.resolve(() => undefined),
    level: () => Promise.resolve('enough' as const),
  };
  readonly storage = {
    room: (question: RoomQuestion) => {
      this.rooms.add(question.transfer);
      this.roomsAsked.push(question);
      return Promise.resolve(this.roomAnswer);
    },
    left: (transfer: string) => void this.rooms.delete(transfer),
    wrote: () => undefined,
  };

  private constructor(
    readonly root: string,
    limits: Partial<TransferLimits>,
  ) {
    this.transfer = new LfsTransfer(this, { ...usualLimits, trusted: 0, ...limits });
    this.server = createServer((request, response) => {
      const [rest, query = ''] = (request.url ?? '').slice(1).split('?');
      const asked = gitHttp.asked(request, { base: '/acme/projects/web/repositories/git/', rest, query });
      if ('status' in asked) return void response.writeHead(asked.status).end();
      if (asked.refused) return void response.writeHead(asked.refused.status).end();
      const { repository, service, exchange } = asked;
      const grant = {
        ...{ kind: 'git', service, exchange, directory: this.directory(repository), repository },
        ...{ principal: 'ann', owner: { company: 'acme', account: 'ann' }, metered: true as const },
        ...{ requestId: 'the-request', address: `${this.url}/${repository}` },
        ...(this.pass === undefined ? {} : { pass: { word: this.pass, authorization: 'Bearer x' } }),
      };
      this.transfer.exchange(grant, request, response).catch(() => response.destroy());
    });
  }

  static async start(limits: Partial<TransferLimits> = {}): Promise<LfsWorld> {
    const world = new LfsWorld(await mkdtemp(join(tmpdir(), 'hf-lfs-')), limits);
    await new Promise<void>((resolve) => world.server.listen(0, '127.0.0.1', resolve));
    return world;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.root, { recursive: true, force: true });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  directory(repository: string): string {
    return join(this.root, `${repository}.git`);
  }

  async repository(name: string): Promise<string> {
    await mkdir(this.directory(name));
    return name;
  }

  /** All files below `lfs` of a repository. */
  async files(repository: string): Promise<string[]> {
    const found = await readdir(join(this.directory(repository), 'lfs'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return found.filter((each) => each.isFile()).map(({ name }) => name);
  }

  stands({ service }: OngoingTransfer): Promise<TransferStanding> {
    const reason = 'you may read this repository, but not push to it';
    return Promise.resolve(this.refused.has(service) ? { allowed: false, reason } : { allowed: true });
  }

  locks(_transfer: OngoingTransfer, question: LockQuestion): Promise<LockAnswer> {
    this.asked.push(question);
    return Promise.resolve(this.lockAnswer);
  }

  decide(): never {
    throw new Error('nothing is pushed here');
  }

  ended(): never {
    throw new Error('nothing is pushed here');
  }
}
