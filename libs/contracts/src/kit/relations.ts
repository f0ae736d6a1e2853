import type { ObjectContract, ServiceName } from './object-contract.js';

/** The word by which references and parents name an object type: `isA` where it has one, else its own name. */
export const generalName = ({ isA, name }: ObjectContract): string => isA ?? name;

/** How an object type stands to others. */
interface Relatives {
  children: Map<string, ObjectContract>;
  references: ReadonlyMap<string, string>;
  namesOthers: boolean;
}

const none: Relatives = { children: new Map(), references: new Map(), namesOthers: false };

/** How object types are related. Everything is derived from what each contract says of itself. */
export class Relations {
  private readonly objects: ReadonlyMap<string, ObjectContract>;
  private readonly services = new Map<string, ServiceName>();
  private readonly relatives = new Map<string, Relatives>();

  /** @throws Error where a contract names an object type that does not exist */
  constructor(objects: Iterable<ObjectContract>) {
    this.objects = new Map([...objects].map((object) => [object.name, object]));
    for (const object of this.objects.values()) {
      this.services.set(object.name, object.service);
      this.services.set(generalName(object), object.service);
    }
    for (const object of this.objects.values()) this.relatives.set(object.name, this.relativesOf(object));
    for (const object of this.objects.values()) this.enter(object);
  }

  /** The object type of this name. Undefined for a word that stands for several types (`isA`). */
  object(name: string): ObjectContract | undefined {
    return this.objects.get(name);
  }

  /** The service that keeps the objects of this name, which may be a word for several types. */
  serviceOf(name: string): ServiceName | undefined {
    return this.services.get(name);
  }

  /** The types of its children, by the names that `count`, `list` and `include` use. */
  children(object: ObjectContract): ReadonlyMap<string, ObjectContract> {
    return this.of(object).children;
  }

  /**
   * Calls `make` for each type of a service that is a child of another type. Answers what was made, by the name of the
   * parent, then by the name of the children.
   */
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

  /** What its references lead to, by the names that `expand` uses. */
  references(object: ObjectContract): ReadonlyMap<string, string> {
    return this.of(object).references;
  }

  /** Whether it refers to objects of other services, of which its own service knows only the uuid. */
  namesOthers(object: ObjectContract): boolean {
    return this.of(object).namesOthers;
  }

  /** What of this service the objects of other services refer to: this service must tell the ids for the uuids. */
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

  /** Adds it to the children of its parents. */
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
