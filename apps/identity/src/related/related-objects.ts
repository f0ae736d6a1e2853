import {
  allRelations,
  generalName,
  type ObjectContract,
  type Relations,
  type ServiceName,
} from '@holdfast/contracts';
import type { ChildRows, RelatedRows, ShownRows } from './related-rows.js';

const service: ServiceName = 'identity';

/**
 * What this service answers about objects in answers of others: the contracts say what, the rows of each object how.
 */
export class RelatedObjects {
  private readonly rows: ReadonlyMap<string, RelatedRows>;
  private readonly below: ReadonlyMap<string, ReadonlyMap<string, ChildRows>>;
  /** Objects that others know by their uuid, with their tables. */
  readonly named: readonly { name: string; table: string; typed: boolean }[];

  /** @throws Error where a contract has this service answer of objects of which no rows are given */
  constructor(
    rows: readonly RelatedRows[],
    private readonly relations: Relations = allRelations,
  ) {
    this.rows = new Map(rows.map((each) => [each.object, each]));
    this.below = relations.below(service, (parent, name, child) =>
      this.childRows(generalName(parent), name, child),
    );
    this.named = relations.namedElsewhere(service).map((name) => {
      const contract = relations.object(name);
      const { table } = contract ? this.rowsOf(contract) : this.of(name);
      return { name, table, typed: contract === undefined };
    });
  }

  /** The rows of the objects that are called so; undefined: this service knows none. */
  shown(object: string): ShownRows | undefined {
    const contract = this.relations.object(object);
    return this.rows.get(contract ? generalName(contract) : object);
  }

  /** The rows of the children of this name in a parent of this type. */
  children(parent: string, child: string): ChildRows | undefined {
    return this.below.get(parent)?.get(child);
  }

  /** Of the type itself, else of what it is. */
  private rowsOf(contract: ObjectContract): RelatedRows {
    return this.rows.get(contract.name) ?? this.of(generalName(contract));
  }

  private of(object: string): RelatedRows {
    const found = this.rows.get(object);
    if (!found) throw new Error(`nothing says how rows of ${object} are read`);
    return found;
  }

  /** As its object says, else by the parent's uuid in the column of its name, active ones where others are kept. */
  private childRows(parent: string, name: string, child: ObjectContract): ChildRows {
    const { below, ...rows } = this.rowsOf(child);
    const active = child.attributes.deleted_at ? ` and ${rows.alias}.deleted_at is null` : '';
    const where = `${rows.alias}.${parent}_uuid = parent.uuid${active}`;
    return { ...rows, where, ...below?.[parent]?.[name] };
  }
}
