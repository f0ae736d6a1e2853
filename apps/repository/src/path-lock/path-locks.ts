import {
  identityCalls,
  may,
  pathLockDeeds,
  type AuditRecord,
  type StandingAnswer,
} from '@holdfast/contracts';
import { timedId } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import type {
  LockAnswer,
  LockFilter,
  LockQuestion,
  LockRefusal,
  OngoingTransfer,
  PathLock,
} from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import type { TransferCaller } from '../transfer/transfer-caller.js';
import { refusalReason, transferRefusal } from '../transfer/transfer.rules.js';
import type { PathLockRow } from './path-lock.entity.js';
import { PathLockStore } from './path-lock.store.js';

/** Milliseconds for an answer of identity. */
const patience = 9_000;
/** Of one repository. */
const mostLocks = 10_000;

/** Who locks or unlocks, as he is now, and where. */
interface Locker {
  row: RepositoryRow;
  principal: NonNullable<StandingAnswer['caller']>;
  project: NonNullable<StandingAnswer['project']>;
  address: string;
}

/** Answers what the engines of kinds ask about locks. */
@Injectable()
export class PathLocks {
  constructor(
    private readonly rpc: Rpc,
    private readonly repositories: RepositoryStore,
    private readonly store: PathLockStore,
  ) {}

  /** Fails when identity or the database does not answer. */
  async answer(transfer: OngoingTransfer, question: LockQuestion): Promise<LockAnswer> {
    if (question.ask === 'list') return this.list(transfer, question.filter);
    const locker = await this.locker(transfer);
    if ('refused' in locker) return locker;
    try {
      return await (question.ask === 'lock'
        ? this.lock(transfer, locker, question.path)
        : this.unlock(transfer, locker, question));
    } catch (error) {
      if (error instanceof Ended) return error.answer;
      throw error;
    }
  }

  private async list(transfer: OngoingTransfer, filter: LockFilter): Promise<LockAnswer> {
    const rows = await this.store.list(transfer.repository, filter);
    const locks = await this.shown(transfer, rows.slice(0, filter.limit));
    return rows.length > filter.limit ? { locks, more: true } : { locks };
  }

  private async lock(transfer: OngoingTransfer, locker: Locker, path: string): Promise<LockAnswer> {
    const { row, principal } = locker;
    // The database writes a line to its log for each that it refuses.
    const held = await this.held(transfer, row, path);
    if (held) return held;
    if ((await this.store.count(row.uuid)) >= mostLocks)
      return refused('full', `a repository has at most ${mostLocks} locks`);
    const at = Date.now();
    const holder = principal.account.uuid;
    const lock = { repository: row.uuid, id: timedId(at), path, holder, lockedAt: new Date(at) };
    const changing = this.changing(transfer, locker, () => undefined);
    if (await this.store.insert(changing, lock, recordOf(locker, 'create', lock, {})))
      return { locks: await this.shown(transfer, [lock]) };
    const taken = await this.held(transfer, row, path);
    // It was taken away between the two looks.
    if (!taken) throw new Error('the lock of a path has changed');
    return taken;
  }

  private async held(
    transfer: OngoingTransfer,
    { uuid }: RepositoryRow,
    path: string,
  ): Promise<LockAnswer | undefined> {
    const lock = await this.store.find(uuid, { path });
    if (!lock) return undefined;
    const [shown] = await this.shown(transfer, [lock]);
    return { held: shown };
  }

  private async unlock(
    transfer: OngoingTransfer,
    locker: Locker,
    { id, force }: { id: string; force: boolean },
  ): Promise<LockAnswer> {
    const { row, principal } = locker;
    const lock = await this.store.find(row.uuid, { id });
    if (!lock) return refused('missing', 'there is no such lock');
    const isForeign = lock.holder !== principal.account.uuid;
    if (isForeign && !force)
      return refused('foreign', 'it is the lock of somebody else: a project admin may take it away by force');
    const forbidding = (of: Locker): LockAnswer | undefined =>
      isForeign && !may('repository.administer', of.principal, of)
        ? refused('foreign', 'only a project admin takes the lock of somebody else away')
        : undefined;
    const forbidden = forbidding(locker);
    if (forbidden) return forbidden;
    const shown = await this.shown(transfer, [lock]);
    const record = recordOf(locker, 'delete', lock, isForeign ? { holder: shown[0].owner ?? null } : {});
    if (!(await this.store.remove(this.changing(transfer, locker, forbidding), lock, record)))
      return refused('missing', 'there is no such lock');
    return { locks: shown };
  }

  /** Who waits for his turn may have lost his rights when it comes. */
  private changing(
    transfer: OngoingTransfer,
    { principal }: Locker,
    forbidding: (locker: Locker) => LockAnswer | undefined,
  ) {
    const stands = async (): Promise<void> => {
      const locker = await this.locker(transfer);
      const refusal = 'refused' in locker ? locker : forbidding(locker);
      if (refusal) throw new Ended(refusal);
    };
    return { principal, deadline: Date.now() + patience, stands };
  }

  /** What holds for the caller at this moment. */
  private async locker({
    repository,
    principal,
  }: OngoingTransfer): Promise<Locker | (LockAnswer & { refused: LockRefusal })> {
    const { requestId, standing, address = '' } = principal as TransferCaller;
    const ctx = { requestId, deadline: Date.now() + patience };
    const [present, row] = await Promise.all([
      this.rpc.call(identityCalls.standing, ctx, standing),
      this.repositories.findByUuid(repository),
    ]);
    const deactivated = Boolean(row?.deletedAt);
    const refusal = row ? transferRefusal('write', present, { deactivated }) : 'hidden';
    const { caller, project } = present;
    if (refusal || !row || !caller || !project)
      return refused('denied', refusalReason(refusal ?? 'hidden', 'lock files in it'));
    return { row, principal: caller, project, address };
  }

  private async shown({ principal }: OngoingTransfer, rows: readonly PathLockRow[]): Promise<PathLock[]> {
    if (rows.length === 0) return [];
    const { requestId, standing } = principal as TransferCaller;
    const accounts = [...new Set(rows.map(({ holder }) => holder))];
    const ctx = { requestId, deadline: Date.now() + patience };
    const asked = { company: standing.company, accounts };
    const { ids } = await this.rpc.call(identityCalls.accountIds, ctx, asked);
    return rows.map(({ id, path, lockedAt, holder }) => ({
      ...{ id, path, lockedAt: lockedAt.getTime(), own: holder === standing.account },
      ...(ids[holder] === undefined ? {} : { owner: ids[holder] }),
    }));
  }
}

/** What a caller asked for is refused when its turn has come. */
class Ended extends Error {
  constructor(readonly answer: LockAnswer) {
    super('his rights have ended');
  }
}

const refused = (reason: LockRefusal, words: string) => ({ refused: reason, reason: words });

const recordOf = (
  { row, principal, project, address }: Locker,
  deed: 'create' | 'delete',
  { id, path }: PathLockRow,
  detail: AuditRecord['detail'],
): AuditRecord => {
  const at = Date.now();
  const { uuid, id: name, type } = principal.account;
  return {
    ...{ id: timedId(at), at, company: row.company, account: { uuid, id: name, type } },
    operation: pathLockDeeds[deed],
    target: {
      ...{ type: pathLockDeeds.object, id },
      project: { id: project.id, uuid: project.uuid },
      repository: { id: row.id, uuid: row.uuid },
    },
    ...{ address, outcome: 'ok' },
    detail: { path, ...detail },
  };
};
