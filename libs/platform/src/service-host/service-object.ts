import type { Type } from '@nestjs/common';

/** What a service has for one object, or for one thing that several stand on. */
export interface ServiceObject<Related = unknown, List = unknown> {
  rows?: readonly Type<object>[];
  migrations?: readonly Type<object>[];
  /** The use cases. */
  services?: readonly Type<object>[];
  /** What the use cases stand on. */
  parts?: readonly Type<object>[];
  /** How objects are found that stand in answers of others. */
  related?: readonly Related[];
  /** What lists of objects are read from, by the names of the object types. */
  lists?: Readonly<Record<string, List>>;
}

/** Milliseconds since the epoch, with which the name of a migration ends. */
const timeOf = ({ name }: Type<object>): number => Number(/\d{13}$/.exec(name)?.[0]);

/** All that a service has for its objects. */
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
