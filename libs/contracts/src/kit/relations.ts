import type { ObjectContract, ServiceName } from './object-contract.js';

/** What several object types are alike, or the type itself: references and parents are called so. */
export const generalName = ({ isA, name }: ObjectContract): string => isA ?? name;

/** How an object type stands to others. */
interface Relatives {
  children: Map<string, ObjectContract>;
  references: ReadonlyMap<string, string>;
  namesOthers: boolean;
}

const none: Relatives = { children: new Map(), references: new Map(), namesOthers: false };

/** How object types stand to each other, from what the contract of each says of itself. */
export class Relations {
  private readonly objects: ReadonlyMap<string, ObjectContract>;
  private readonly services = new Map<string, ServiceName>();
  private readonly relatives = new Map<string, Relatives>();

  /** @throws Error where a contract names an object type that there is not */
  constructor(objects: Iterable<ObjectContract>) {
    this.objects = new Map([...objects].map((object) => [object.name, object]));
    for (const object of this.objects.values()) {
      this.services.set(object.name, object.service);
      this.services.set(generalName(object), object.service);
    }
    for (const object of this.objects.values()) this.relatives.set(object.name, this.relativesOf(object));
    for (const object of this.objects.values()) this.enter(object);
  }

  /** The object type of this name; undefined where several are called so. */
  object(name: string): ObjectContract | undefined {
    return this.objects.get(name);
  }

  /** Who knows the objects that are called so. */
  serviceOf(name: string): ServiceName | undefined {
    return this.services.get(name);
  }

  /** The object types of its children, by the names for `count`, `list` and `include`. */
  children(object: ObjectContract): ReadonlyMap<string, ObjectContract> {
    return this.of(object).children;
  }

  /** What a service makes of each of its object types below each parent, by the name of the parent and of the children. */
  below<Made>(
    service: ServiceName,
    make: (parent: ObjectContract, name: string, child: ObjectContract) => Made,
  ): ReadonlyMap<string, ReadonlyMap<string, Made>> {
    const madeOf = (parent: ObjectContract): ReadonlyMap<string, Made> => {
      const own = [...this.children(parent)].filter(([, child]) => child.service === service);
      return new Map(own.map(([name, child]) => [name, make(parent, name, child)]));
    };
    return new Map([...this.objects.values()].map((parent) => [parent.name, madeOf(parent)]));
  }

  /** What its references lead to, by the names for `expand`. */
  references(object: ObjectContract): ReadonlyMap<string, string> {
    return this.of(object).references;
  }

  /** Whether an object names others that its service knows by uuid only. */
  namesOthers(object: ObjectContract): boolean {
    return this.of(object).namesOthers;
  }

  /** What objects of other services refer to and this one has to name for them. */
  namedElsewhere(service: ServiceName): string[] {
    const named = [...this.objects.values()]
      .filter((object) => object.service !== service)
      .flatMap((object) => [...this.references(object).values()])
      .filter((target) => this.services.get(target) === service);
    return [...new Set(named)].sort();
  }

  private of({ name }: ObjectContract): Relatives {
    return this.relatives.get(name) ?? none;
  }

  private relativesOf({ name, service, attributes }: ObjectContract): Relatives {
    const references = new Map<string, string>();
    for (const [attribute, { reference }] of Object.entries(attributes)) {
      if (reference === undefined) continue;
      if (!this.services.has(reference)) throw new Error(`${name}.${attribute}: there is no ${reference}`);
      references.set(attribute, reference);
    }
    const namesOthers = [...references.values()].some((target) => this.services.get(target) !== service);
    return { children: new Map(), references, namesOthers };
  }

  /** Among the children of its parents. */
  private enter(object: ObjectContract): void {
    for (const [parent, names] of Object.entries(object.childOf ?? {})) {
      const parents = [...this.objects.values()].filter(
        (each) => each.name === parent || each.isA === parent,
      );
      if (parents.length === 0) throw new Error(`${object.name} is a child of ${parent}, which is not there`);
      for (const { name } of parents)
        for (const child of [names].flat()) this.relatives.get(name)?.children.set(child, object);
    }
  }
}
