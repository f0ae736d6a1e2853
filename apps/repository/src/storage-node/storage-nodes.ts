import { DiskRoom, DomainError } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ByteProcess } from '../byte-process/byte-process.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import { chosenNode, isThere, openNodes, type NodeState } from './node-choice.rules.js';
import type { StorageNodeStore } from './storage-node.store.js';

/** How often a node tells of itself (ms). */
const beat = 2_000;
/** After so many beats, and as often again, is looked which kinds it can hold: their programs are there, or not. */
const beatsOfKinds = 15;
/** Some file systems do not know how large they are. */
const unknownRoom = 2 ** 50;

/** Tells others of this storage node, and says where new repositories go. */
export class StorageNodes implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private beats = 0;
  private kinds: string[] = [];
  /** As they were at the last beat. */
  private known: readonly NodeState[] = [];
  private running: Promise<void> = Promise.resolve();

  /** `name`: that of this node. */
  constructor(
    readonly name: string,
    private readonly store: StorageNodeStore,
    private readonly types: RepositoryTypes,
    private readonly disk: DiskRoom,
    private readonly bytes: ByteProcess,
  ) {}

  /** Others hear of it before it answers its first call. */
  async onApplicationBootstrap(): Promise<void> {
    await this.tell();
    this.timer = setInterval(() => void (this.running = this.tell()), beat).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
    await this.store.leave(this.name).catch(unheard);
  }

  /**
   * The node for a new repository of a kind. `without`: nodes that have just not answered.
   * @throws DomainError `storage_full`, `unavailable`
   */
  async choose(kind: string, without: ReadonlySet<string> = new Set()): Promise<string> {
    // Before the first beat there is nobody else.
    if (this.known.length === 0) return this.name;
    const open = openNodes(await this.now(kind), kind).filter(({ name }) => !without.has(name));
    if (open.length === 0) throw DomainError.unavailable('no storage node takes new repositories now');
    const chosen = chosenNode(open, Math.random());
    if (!chosen) throw new DomainError('storage_full', { reason: 'the disk of the server is full' });
    return chosen.name;
  }

  /** Another node that is there and not drained. @throws DomainError `unavailable` */
  chooseAny(): string {
    const other = this.known.find((node) => node.name !== this.name && isThere(node) && !node.draining);
    if (!other) throw DomainError.unavailable('there is no other storage node now');
    return other.name;
  }

  /** Whether a repository of a kind can be made somewhere. */
  isOpenElsewhere(kind: string): boolean {
    return openNodes(this.known, kind).some(({ name }) => name !== this.name);
  }

  /** Whether this node is to have no repositories any more. */
  get isDraining(): boolean {
    return this.known.some(({ name, draining }) => draining && name === this.name);
  }

  /** Whether a node could take a repository now. */
  async isOpen(node: string, kind: string): Promise<boolean> {
    return openNodes(await this.store.all(), kind).some(({ name }) => name === node);
  }

  /** Those that have not been heard for a while and have not said goodbye. */
  get missing(): string[] {
    return this.known.filter((node) => node.silent !== null && !isThere(node)).map(({ name }) => name);
  }

  /** Of this node all is known as it is at this moment. */
  private async now(kind: string): Promise<NodeState[]> {
    const [room, isOpen] = await Promise.all([this.room(), this.isHere(kind)]);
    const own = { room, silent: 0, kinds: isOpen ? [kind] : [] };
    return this.known.map((node) => (node.name === this.name ? { ...node, ...own } : node));
  }

  private async tell(): Promise<void> {
    try {
      if (this.beats < beatsOfKinds || this.beats % beatsOfKinds === 0) this.kinds = await this.kindsHere();
      this.beats += 1;
      const [room, reserve] = await Promise.all([this.room(), this.disk.reserved()]);
      const transfers = await this.bytes.busy();
      await this.store.tell({ name: this.name, room, reserve, transfers, kinds: this.kinds });
      this.known = await this.store.all();
    } catch (error) {
      unheard(error);
    }
  }

  private async room(): Promise<number> {
    return Math.min(await this.disk.left(), unknownRoom);
  }

  private async kindsHere(): Promise<string[]> {
    const states = this.types.kinds.map(async ({ id }) => ((await this.isHere(id)) ? [id] : []));
    return (await Promise.all(states)).flat();
  }

  /** What cannot be asked now gets nothing now. */
  private isHere(kind: string): Promise<boolean> {
    return this.types
      .of(kind)
      .isThere()
      .catch(() => false);
  }
}

const unheard = (err: unknown): void => log.warn({ err }, 'the other storage nodes do not hear of this one');
