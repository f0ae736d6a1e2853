import { randomUUID } from 'node:crypto';
import { DiskRoom, DomainError, within } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ByteProcess } from '../byte-process/byte-process.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import { chosenNode, closedBecause, isThere, openNodes, type NodeState } from './node-choice.rules.js';
import { watchNodes } from './storage-node.metrics.js';
import type { StorageNodeStore } from './storage-node.store.js';

/** How often a node tells of itself (ms). */
const beat = 2_000;
/** So long it is waited for what the byte process is at (ms). */
const busyWithin = 1_000;
/** The same of its programs. */
const kindsWithin = 1_500;
/** After so many beats, and as often again, is looked which kinds it can hold: their programs are there, or not. */
const beatsOfKinds = 15;
/** Some file systems do not know how large they are. */
const unknownRoom = 2 ** 50;

/** Tells others of this storage node, and says where new repositories go. */
export class StorageNodes implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly process = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private beats = 0;
  private readonly kinds = new Set<string>();
  /** Under way when the byte process was asked last. */
  private transfers = 0;
  /** As they were at the last beat. */
  private known: readonly NodeState[] = [];
  private running: Promise<void> = Promise.resolve();
  private unwatch = (): void => {};

  /** `name`: that of this node. `replaced`: hears that another process is it. */
  constructor(
    readonly name: string,
    private readonly replaced: () => void,
    private readonly store: StorageNodeStore,
    private readonly types: RepositoryTypes,
    private readonly disk: DiskRoom,
    private readonly bytes: ByteProcess,
  ) {}

  /** Others hear of it before it answers its first call. */
  async onApplicationBootstrap(): Promise<void> {
    await this.tell();
    this.unwatch = watchNodes(() => this.known);
    this.timer = setInterval(() => void (this.running = this.tell()), beat).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.unwatch();
    await this.running;
    await this.store.leave(this.name, this.process).catch(unheard);
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

  /** Why a node could take no repository of a kind now; undefined: it could. */
  async refusal(node: string, kind: string): Promise<string | undefined> {
    const found = (await this.store.all()).find(({ name }) => name === node);
    return found ? closedBecause(found, kind) : `there is no storage node ${node}`;
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
      if (this.beats < beatsOfKinds || this.beats % beatsOfKinds === 0) await this.lookAtKinds();
      this.beats += 1;
      const [room, reserve] = await Promise.all([this.room(), this.disk.reserved()]);
      // The byte process yields to others: where they leave it nothing, the node is there all the same.
      const { transfers: before } = this;
      this.transfers = await within(busyWithin, this.bytes.busy(), () => before);
      const { name, transfers } = this;
      const kinds = [...this.kinds].sort();
      const isFirst = this.known.length === 0;
      if (!(await this.store.tell({ name, room, reserve, transfers, kinds }, this.process, isFirst)))
        return this.lose();
      this.known = await this.store.all();
    } catch (error) {
      unheard(error);
    }
  }

  /** Two processes of one node would each remove what the other has begun. */
  private lose(): void {
    clearInterval(this.timer);
    log.fatal({ node: this.name }, 'another process is this storage node by now');
    this.replaced();
  }

  private async room(): Promise<number> {
    return Math.min(await this.disk.left(), unknownRoom);
  }

  /**
   * A kind that cannot be asked now, or does not answer in time, stays what it was. A beat does not wait for it long.
   */
  private async lookAtKinds(): Promise<void> {
    const looks = this.types.kinds.map(async ({ id }) => {
      const isHere = await this.types.of(id).isThere();
      this.kinds[isHere ? 'add' : 'delete'](id);
    });
    await within(kindsWithin, Promise.allSettled(looks), () => []);
  }

  /** What cannot be asked now gets nothing now. */
  private isHere(kind: string): Promise<boolean> {
    const { isThere } = this.types.of(kind);
    return isThere().catch(() => false);
  }
}

const unheard = (err: unknown): void => log.warn({ err }, 'the other storage nodes do not hear of this one');
