import {
  repositoryCreated,
  repositoryDeleted,
  repositoryUpdated,
  type AuditDetail,
} from '@holdfast/contracts';
import { DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { audited, changeTurns, recordChange, stillAllowed } from '@holdfast/platform/audit';
import { attributesOf, record } from '@holdfast/platform/events';
import { freeId, reserving, transaction } from '@holdfast/platform/persistence';
import { directoriesOf } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RepositoryRow } from './repository.entity.js';
import {
  activeByNames,
  byId,
  byUuid,
  byUuids,
  contentChanged,
  isTaken,
  lockIds,
  ping,
} from './repository.query.js';

/** What an update may change. */
export type RepositoryChanges = Partial<
  Pick<
    RepositoryRow,
    | 'description'
    | 'properties'
    | 'defaultIdentifier'
    | 'defaultBaseBranch'
    | 'policy'
    | 'redeploy'
    | 'members'
    | 'storageLimit'
    | 'imported'
    | 'mirror'
  >
>;

/** Attributes that repositories of some types lack. */
const ofSomeTypes = ['policy', 'redeploy', 'layout', 'mirror'] as const;

export interface InsertOptions {
  detail?: AuditDetail;
  confirm?: () => Promise<unknown>;
  also?: (tx: EntityManager) => Promise<unknown>;
}

/** The rows of the catalogue. */
@Injectable()
export class RepositoryStore {
  constructor(private readonly source: DataSource) {}

  /** The repository of the project (its uuid) that a text of people names: its id, or its uuid. */
  async findNamed(project: string, id: string): Promise<RepositoryRow | undefined> {
    if (!isUuid(project) || !isName(id)) return undefined;
    if (!isUuid(id)) return (await byId(this.source, [project, id])).at(0);
    const named = await this.findByUuid(id);
    return named?.project === project ? named : undefined;
  }

  /** The active repositories of the project that texts of people name, in any order. */
  async findActive(project: string, names: readonly string[]): Promise<RepositoryRow[]> {
    const ids = names.filter((name) => isName(name) && !isUuid(name));
    const uuids = names.filter(isUuid);
    return ids.length + uuids.length > 0 ? activeByNames(this.source, [project, ids, uuids]) : [];
  }

  async findByUuid(uuid: string): Promise<RepositoryRow | undefined> {
    return (await byUuid(this.source, [uuid])).at(0);
  }

  findAll(uuids: readonly string[]): Promise<RepositoryRow[]> {
    return uuids.length ? byUuids(this.source, [uuids]) : Promise.resolve([]);
  }

  /** Whether an id cannot be given now. `insert` decides; this is for an early and complete answer. */
  async isTaken(project: string, id: string): Promise<boolean> {
    return (await isTaken(this.source, [project, id, directoriesOf(id)]))[0].taken;
  }

  /**
   * Creations of one project take turns: ids that are directories of each other exclude each other, which no
   * index can say.
   * `detail`: what is recorded of it besides what the call has set. `confirm`: is asked when nothing is left to wait
   * for, and throws where it may not be any more, besides what is asked of every change. `also`: what the transaction
   * does besides, once the row is there.
   * @throws DomainError `reserved` on `id`
   */
  async insert(
    ctx: CallContext,
    row: RepositoryRow,
    { detail = {}, confirm, also }: InsertOptions = {},
  ): Promise<void> {
    const inserted = async (tx: EntityManager) => {
      await lockIds(tx, [row.project]);
      const [{ taken }] = await isTaken(tx, [row.project, row.id, directoriesOf(row.id)]);
      if (taken) throw DomainError.invalid({ id: { reserved: true } });
      await confirm?.();
      await tx.insert(RepositoryRow, { ...row });
      await also?.(tx);
      await record(tx, ctx, repositoryCreated, factOf(row));
      return { id: row.id, uuid: row.uuid };
    };
    const without = ofSomeTypes.filter((name) => row[name] === null);
    await reserving({ repository_project_id: 'id' }, () =>
      audited(this.source, ctx, inserted, { detail: () => detail, without }),
    );
  }

  /**
   * Changes an active row under its lock; `change` sees the row as it is then, and `also` is what the transaction does
   * besides: it answers whether it has written something. Undefined: it is not active any more.
   */
  update(
    ctx: CallContext,
    uuid: string,
    change: (row: RepositoryRow) => RepositoryChanges | Promise<RepositoryChanges>,
    also: (tx: EntityManager) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<RepositoryRow | undefined> {
    return audited(this.source, ctx, async (tx) => {
      const row = await lockRow(tx, uuid);
      if (!row || row.deletedAt) return undefined;
      // What it changes besides the row stays changed.
      await stillAllowed(this.source, ctx);
      const wanted = await change(row);
      const hasWritten = await also(tx);
      const changed = attributesOf(wanted);
      if (changed.length === 0 && !hasWritten) return row;
      const changes = { ...wanted, updatedAt: new Date() };
      await tx.update(RepositoryRow, { uuid }, changes);
      if (changed.length > 0) await record(tx, ctx, repositoryUpdated, { ...factOf(row), changed });
      return { ...row, ...changes };
    });
  }

  /** From now on it tells of its newest import. */
  async markImported(tx: EntityManager, uuid: string): Promise<void> {
    await tx.update(RepositoryRow, { uuid }, { imported: true });
  }

  /** Deactivates an active row, which gets another id. Undefined: somebody did so before. */
  deactivate(ctx: CallContext, uuid: string): Promise<RepositoryRow | undefined> {
    const deactivating = async (tx: EntityManager): Promise<RepositoryRow | undefined> => {
      const found = await tx.findOneBy(RepositoryRow, { uuid });
      if (!found) return undefined;
      await lockIds(tx, [found.project]);
      const row = await lockRow(tx, uuid);
      if (!row || row.deletedAt) return undefined;
      const now = new Date();
      const id = await freeId(tx, RepositoryRow, row.id, { column: 'project', uuid: row.project });
      const changes = { id, oldId: row.id, deletedAt: now, updatedAt: now };
      await tx.update(RepositoryRow, { uuid }, changes);
      await recordChange(tx, ctx, { id: row.id, uuid });
      await record(tx, ctx, repositoryDeleted, { ...factOf(row), newId: id });
      return { ...row, ...changes };
    };
    return changeTurns(this.source).run(ctx, () => transaction(this.source, deactivating));
  }

  /** Fails when the database is away. */
  async ping(): Promise<void> {
    await ping(this.source, []);
  }

  /** Notes that the content changed at that time, and what the default reference is since. */
  async contentChanged(uuid: string, at: Date, defaultIdentifier: string | undefined): Promise<void> {
    await contentChanged(this.source, [uuid, at, defaultIdentifier ?? null]);
  }
}

/** Nothing else was ever stored, and the database refuses some of it as text. */
const isName = (text: string): boolean => /^[A-Za-z0-9_./-]{1,300}$/.test(text);

const factOf = ({ company, project, uuid, id, type }: RepositoryRow) => ({
  company,
  project: { uuid: project },
  repository: { uuid, id, type },
});

const lockRow = (tx: EntityManager, uuid: string): Promise<RepositoryRow | null> =>
  tx.findOne(RepositoryRow, { where: { uuid }, lock: { mode: 'pessimistic_write' } });
