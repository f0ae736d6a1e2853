import { repositoryCalls, type OpenedArrival, type ReceiveMove } from '@holdfast/contracts';
import { DiskRoom, DomainError, isUuid, within, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller, type OnModuleDestroy } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { Creations } from '../placement/creations.js';
import { unavailableInstead } from '../placement/engine-link.js';
import type { Made } from '../placement/marks.js';
import { Placement } from '../placement/placement.js';
import { Retries } from '../ref-change/retries.js';
import { StorageMeter } from '../storage/storage-meter.js';
import { WriteGate, type ClosedDoor } from '../write-gate/write-gate.js';
import { OldCopies } from './old-copies.js';

const path = '/arrival';
/** Longer than a ticket lives (ms). */
const begunWithin = 40_000;
/** An earlier attempt whose sender was killed ends so soon (ms). */
const endsWithin = 5_000;

/** A repository on its way to this node. */
class Coming {
  /** Closed once it is whole: nobody writes to it before it is known whose it is. */
  door?: ClosedDoor;
  /** While it is found out whose it is. */
  ending?: Promise<void> | undefined;
  isOver = (): void => undefined;
  /** Resolves when that is known. */
  readonly over = new Promise<void>((done) => (this.isOver = done));

  /** `name`: of the attempt. */
  constructor(
    readonly name: string,
    readonly made: Made,
  ) {}
}

/**
 * Takes in repositories that other nodes send. A copy becomes the repository when the catalogue says so; what is here
 * of one of which it does not goes again. Of each repository one comes at a time, which is in hand until that is known.
 */
@Controller()
export class ArrivalsService implements OnModuleDestroy {
  private readonly coming = new Map<string, Coming>();
  private readonly retries = new Retries();

  constructor(
    private readonly moves: RepositoryMoveStore,
    private readonly types: RepositoryTypes,
    private readonly placement: Placement,
    private readonly creations: Creations,
    private readonly copies: OldCopies,
    private readonly disk: DiskRoom,
    private readonly bytes: ByteProcess,
    private readonly meter: StorageMeter,
    private readonly gate: WriteGate,
  ) {}

  onModuleDestroy(): void {
    this.retries.end();
  }

  @HandlesCall(repositoryCalls.receiveMove, { node: true })
  async receive(_ctx: CallContext, asked: ReceiveMove): Promise<OpenedArrival> {
    const made = await this.expected(asked);
    const type = this.types.of(made.type);
    if (!type.vcs || !(await type.isThere()))
      throw new DomainError('invalid', { reason: `the node cannot hold repositories of ${made.type}` });
    if ((await this.disk.left()) < asked.bytes)
      throw new DomainError('storage_full', {
        reason: 'the disk of the node has no room for the repository',
      });
    await this.afterEarlier(made);
    if (!this.creations.take(made.uuid))
      throw DomainError.unavailable('what an earlier attempt has left there is just being removed');
    await this.mustBeClear(made).catch((error: unknown) => {
      this.creations.letGo(made.uuid);
      throw error;
    });
    const coming = new Coming(asked.name, made);
    this.coming.set(made.uuid, coming);
    try {
      await this.placement.begin(made);
      const arrival = { name: asked.name, directory: this.placement.directory(made), kind: made.type };
      const exchange = { method: 'POST', path, headers: {} };
      const grant = { exchange, repository: made.uuid, arrival };
      const opened = await this.bytes.open(grant).catch(unavailableInstead);
      setTimeout(() => void this.giveUp(coming), begunWithin).unref();
      return { path, ...opened };
    } catch (error) {
      this.ended(coming);
      throw error;
    }
  }

  @HandlesCall(repositoryCalls.readyMove, { node: true })
  async confirm(_ctx: CallContext, asked: ReceiveMove): Promise<void> {
    const { uuid } = await this.expected(asked);
    const coming = this.coming.get(uuid);
    if (coming?.name !== asked.name || coming.ending)
      throw DomainError.unavailable('the copy has been given up');
    coming.door ??= this.gate.close(uuid);
    // From the moment at which the catalogue gives it to this node, calls that come are for it.
    this.gate.came(uuid);
  }

  /** The exchange by which it came is over, whatever became of it. It does not fail. */
  over({ directory, name }: { directory: string; name: string }): Promise<void> {
    const coming = this.coming.get(this.placement.uuidOf(directory));
    if (coming?.name === name) this.ended(coming);
    return Promise.resolve();
  }

  /** The byte process, by which they came, is gone. */
  lost(): void {
    for (const coming of [...this.coming.values()]) this.ended(coming);
  }

  private async expected({ name, uuid, type }: ReceiveMove): Promise<Made> {
    const { node: target } = this.placement;
    if (!isUuid(uuid) || !isUuid(name)) throw DomainError.notFound();
    if (!(await this.moves.isUnderWay({ repository: uuid, name, target })))
      throw DomainError.unavailable('the move has been cancelled');
    return { uuid, type };
  }

  /** Whoever reads an earlier copy reads on: the mark by which it goes later is kept as well. */
  private async mustBeClear(made: Made): Promise<void> {
    if ((await this.placement.holds(made)) && !(await this.copies.removeUnused(made)))
      throw DomainError.unavailable('an earlier copy of the repository is still read there');
  }

  private async isBusy({ uuid }: Made): Promise<boolean> {
    const { reads, writes } = await this.bytes.occupants(uuid).catch(unavailableInstead);
    return reads + writes > 0;
  }

  /** An earlier attempt can come to nothing any more: its exchange ends with who sent it, or was never begun. */
  private async afterEarlier(made: Made): Promise<void> {
    const earlier = this.coming.get(made.uuid);
    if (!earlier) return;
    if (!(await this.isBusy(made))) this.ended(earlier);
    await within(endsWithin, earlier.over, () => {
      throw DomainError.unavailable('an earlier attempt to move the repository has not ended');
    });
  }

  /** Who was let in to send it has not come. */
  private async giveUp(coming: Coming): Promise<void> {
    const { made } = coming;
    if (this.coming.get(made.uuid) === coming && !(await this.isBusy(made).catch(() => true)))
      this.ended(coming);
  }

  /** Tried until the catalogue has said whose it is: before that nobody writes to it. */
  private ended(coming: Coming): void {
    this.end(coming).catch((err: unknown) => {
      log.warn({ err, repository: coming.made.uuid }, 'nobody knows yet whose a repository is that has come');
      this.retries.begin(() => this.end(coming));
    });
  }

  private end(coming: Coming): Promise<void> {
    coming.ending ??= this.settle(coming).catch((error: unknown) => {
      coming.ending = undefined;
      throw error;
    });
    return coming.ending;
  }

  private async settle({ name, made, door, isOver }: Coming): Promise<void> {
    const { uuid } = made;
    const node = await this.creations.settle(made, name);
    if (node === this.placement.node) {
      this.gate.came(uuid);
      await this.placement.gone.clear(made);
      this.meter.wrote(this.placement.directory(made));
    } else if (node !== undefined) this.gate.left(uuid, node);
    this.coming.delete(uuid);
    this.creations.letGo(uuid);
    door?.open();
    isOver();
  }
}
