type CamelCase<S> = S extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : S;

/** Values under the names that properties of entities have. */
export type Properties<V> = { [K in keyof V as CamelCase<K>]: V[K] };

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Attributes of the API (`first_name`) as properties of an entity (`firstName`). */
export const propertiesOf = <V extends object>(values: V): Properties<V> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camel(name), value as unknown]),
  ) as Properties<V>;
