import type { Type } from '@nestjs/common';

/** All that a service has for one object of the API, or for one thing that several of them use. */
export interface ServiceObject<Related = unknown, List = unknown> {
  rows?: readonly Type<object>[];
  migrations?: readonly Type<object>[];
  /** The use cases. */
  services?: readonly Type<object>[];
  /** The other classes that Nest makes: stores and all that the use cases need. */
  parts?: readonly Type<object>[];
  /** How its objects are read where they stand in answers of others. */
  related?: readonly Related[];
  /** The sources of its lists, by the name of the object type. */
  lists?: Readonly<Record<string, List>>;
}

/** The number at the end of a migration's name: milliseconds since the epoch. */
const timeOf = ({ name }: Type<object>): number => Number(/\d{13}$/.exec(name)?.[0]);

/** Puts together what a service has for all its objects. */
export const compositionOf = <Related, List>(objects: readonly ServiceObject<Related, List>[]) => ({
  entities: objects.flatMap(({ rows = [] }) => rows),
  /** In the order in which they run. */
  migrations: objects
    .flatMap(({ migrations = [] }) => migrations)
    .sort((one, other) => timeOf(one) - timeOf(other)),
  services: objects.flatMap(({ services = [] }) => services),
  parts: objects.flatMap(({ parts = [] }) => parts),
  related: objects.flatMap(({ related = [] }) => related),
  lists: new Map(objects.flatMap(({ lists = {} }) => Object.entries(lists))),
});
