import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryCalls } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { TestDatabase } from '@holdfast/platform/testing';
import { ByteProcess } from '../byte-process/byte-process.js';
import { JobRunner } from '../job/job-runner.js';
import { answer, ServiceWorld } from '../service-world.fixture.js';
import { ArrivalsService } from './arrivals.service.js';
import { OldCopies } from './old-copies.js';

/** The byte process is a program: it runs as it was built. */
const entry = join(dirname(fileURLToPath(import.meta.url)), '../../dist/byte-process/main.js');

/** Nodes by their names, as the broker knows them. */
export type NodesByName = Map<string, MovingNode>;

/**
 * A storage node with a byte process of its own. Its process can be killed: then nobody answers for it, what it was
 * doing never goes on, and the next one finds what it has left.
 */
export class MovingNode {
  world!: ServiceWorld;
  bytes!: ByteProcess;
  private isAlive = false;

  private constructor(
    readonly name: string,
    private readonly database: TestDatabase,
    private readonly network: NodesByName,
    private readonly data: string,
  ) {}

  static async start(name: string, database: TestDatabase, network: NodesByName): Promise<MovingNode> {
    const data = await mkdtemp(join(tmpdir(), 'moving-'));
    const node = new MovingNode(name, database, network, data);
    network.set(name, node);
    await node.begin();
    return node;
  }

  /** A process begins, as the service does. */
  async begin(): Promise<void> {
    const { database, data } = this;
    const settings = { HOLDFAST_NODE: this.name };
    this.world = await ServiceWorld.over({ database, data, bytes: () => this.byteProcess() }, settings);
    this.world.answering = (...asked) => this.ask(...asked);
    await this.bytes.start();
    await this.world.part(OldCopies).onModuleInit();
    this.isAlive = true;
    await this.world.part(JobRunner).look();
  }

  async kill(): Promise<void> {
    this.isAlive = false;
    await this.killBytes(true);
    // What it was doing hangs, and would wait for the database.
    void this.world.part(JobRunner).onModuleDestroy();
    await this.world.source.destroy();
  }

  /** The byte process alone; `forGood`: nobody starts it again. */
  async killBytes(forGood = false): Promise<void> {
    if (forGood) this.bytes['stopping'] = true;
    const child = this.bytes['child'];
    const gone = new Promise((done) => child?.once('exit', done));
    child?.kill('SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.world.close();
    await this.bytes.stop(0);
    await rm(this.data, { recursive: true, force: true });
  }

  /** All that lies here of a repository, marks too. */
  async holds(uuid: string): Promise<string[]> {
    const look = () => readdir(this.data, { recursive: true });
    // What engines have there for a moment may go while it is looked at.
    const names = await look().catch(look).catch(look);
    return names.filter((name) => name.includes(uuid) && !name.slice(name.indexOf(uuid)).includes('/'));
  }

  private ask(subject: string, ctx: CallContext, input: never): unknown {
    const at = subject.lastIndexOf('.');
    const node = this.network.get(subject.slice(at + 1));
    if (!node) return this.world.identity;
    if (!node.isAlive) throw DomainError.unavailable('nobody serves the subject');
    const { world } = node;
    const calls: Record<string, () => unknown> = {
      [repositoryCalls.receiveMove]: () => answer(world.part(ArrivalsService).receive(ctx, input)),
      [repositoryCalls.readyMove]: () => answer(world.part(ArrivalsService).confirm(ctx, input)),
      [repositoryCalls.wakeJobs]: () => world.part(JobRunner).wake(),
    };
    return calls[subject.slice(0, at)]?.();
  }

  private byteProcess(): ByteProcess {
    const arrivals = (): ArrivalsService => this.world.part(ArrivalsService);
    this.bytes = new ByteProcess({
      stateDirectory: join(this.data, 'engines'),
      entry,
      stands: () => Promise.resolve({ allowed: true }),
      decide: (push) => this.world.decisions.decide(push),
      arrived: async (arrival) => (this.isAlive ? arrivals().over(arrival) : undefined),
      arrivalsLost: () => this.isAlive && arrivals().lost(),
    });
    return this.bytes;
  }
}
