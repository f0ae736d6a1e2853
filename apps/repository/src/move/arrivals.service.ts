import { repositoryCalls, type OpenedArrival, type ReceiveMove } from '@holdfast/contracts';
import { DiskRoom, DomainError, isUuid, type CallContext } from '@holdfast/kernel';
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

/**
 * Takes in repositories that other nodes send. A copy becomes the repository when the catalogue says so; what is here of
 * one of which it does not goes again.
 */
@Controller()
export class ArrivalsService implements OnModuleDestroy {
  /** Those that are whole: nobody writes to them before it is known whose they are. */
  private readonly ready = new Map<string, ClosedDoor>();
  /** Those that are on their way. */
  private readonly coming = new Map<string, Made>();
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
    // An earlier attempt that was broken off ends at once, or is seen to be idle here.
    if (this.creations.arriving.has(made.uuid) && (await this.isBusy(made)))
      throw DomainError.unavailable('an earlier attempt to move the repository has not ended');
    if ((await this.placement.holds(made)) && !(await this.copies.removeUnused(made)))
      throw DomainError.unavailable('an earlier copy of the repository is still read there');
    this.creations.arriving.add(made.uuid);
    this.coming.set(made.uuid, made);
    try {
      await this.placement.begin(made);
      const directory = this.placement.directory(made);
      const exchange = { method: 'POST', path, headers: {} };
      const grant = { exchange, repository: made.uuid, arrival: { directory, kind: made.type } };
      const opened = await this.bytes.open(grant).catch(unavailableInstead);
      setTimeout(() => void this.giveUp(made), begunWithin).unref();
      return { path, ...opened };
    } catch (error) {
      this.ended(made);
      throw error;
    }
  }

  @HandlesCall(repositoryCalls.readyMove, { node: true })
  async confirm(_ctx: CallContext, asked: ReceiveMove): Promise<void> {
    const { uuid } = await this.expected(asked);
    if (!this.creations.arriving.has(uuid)) throw DomainError.unavailable('the copy has been given up');
    if (!this.ready.has(uuid)) this.ready.set(uuid, this.gate.close(uuid));
    // From the moment at which the catalogue gives it to this node, calls that come are for it.
    this.gate.came(uuid);
  }

  /** The exchange by which it came is over, whatever became of it. It does not fail. */
  over(directory: string): Promise<void> {
    this.ended(this.placement.madeOf(directory));
    return Promise.resolve();
  }

  /** The byte process, by which they came, is gone. */
  lost(): void {
    for (const made of [...this.coming.values()]) this.ended(made);
  }

  private async expected({ name, uuid, type }: ReceiveMove): Promise<Made> {
    const { node: target } = this.placement;
    if (!isUuid(uuid) || !isUuid(name)) throw DomainError.notFound();
    if (!(await this.moves.isUnderWay({ repository: uuid, name, target }))) throw DomainError.notFound();
    return { uuid, type };
  }

  private async isBusy({ uuid }: Made): Promise<boolean> {
    const { reads, writes } = await this.bytes.occupants(uuid);
    return reads + writes > 0;
  }

  /** Who was let in to send it has not come. */
  private async giveUp(made: Made): Promise<void> {
    if (this.coming.get(made.uuid) === made && !(await this.isBusy(made).catch(() => true))) this.ended(made);
  }

  /** Tried until the catalogue has said whose it is: before that nobody writes to it. */
  private ended(made: Made): void {
    const attempt = async (): Promise<void> => {
      const node = await this.creations.settle(made);
      const isHere = node === this.placement.node;
      if (isHere) {
        this.gate.came(made.uuid);
        await this.placement.gone.clear(made);
        this.meter.wrote(this.placement.directory(made));
      } else if (node !== undefined) this.gate.left(made.uuid, node);
      this.creations.arriving.delete(made.uuid);
      this.coming.delete(made.uuid);
      this.ready.get(made.uuid)?.open();
      this.ready.delete(made.uuid);
    };
    attempt().catch((err: unknown) => {
      log.warn({ err, repository: made.uuid }, 'nobody knows yet whose a repository is that has come');
      this.retries.begin(attempt);
    });
  }
}
