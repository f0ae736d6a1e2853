import {
  allRelations,
  generalName,
  type ObjectContract,
  type Relations,
  type ServiceName,
} from '@holdfast/contracts';
import type { ReadChildren, RelatedSource } from './related-source.js';

const service: ServiceName = 'repository';

/** The sources of this service's objects, as the contracts ask for them. */
export class RelatedSources {
  private readonly sources: ReadonlyMap<string, RelatedSource>;
  private readonly below: ReadonlyMap<string, ReadonlyMap<string, ReadChildren>>;

  /** @throws Error where a contract has this service answer of objects of which no source is given */
  constructor(sources: readonly RelatedSource[], relations: Relations = allRelations) {
    this.sources = new Map(sources.map((each) => [each.object, each]));
    this.below = relations.below(service, (parent, _, child) => this.reader(parent, child));
  }

  of(object: string): RelatedSource | undefined {
    return this.sources.get(object);
  }

  /** What reads the children of this name in parents of this type. */
  children(parent: string, child: string): ReadChildren | undefined {
    return this.below.get(parent)?.get(child);
  }

  private reader(parent: ObjectContract, child: ObjectContract): ReadChildren {
    const found = this.sources.get(child.name)?.below[generalName(parent)];
    if (!found) throw new Error(`nothing reads ${child.plural} below ${parent.plural}`);
    return found;
  }
}
