/** The types of an attribute's values, as they are sent and as they are answered. */
export interface AttributeTypes<Taken, Shown> {
  taken: Taken;
  shown: Shown;
}

/** What carries such types: only the compiler sees them. */
export interface Typed<Taken = unknown, Shown = unknown> {
  /** Never there at run time. */
  readonly '~types'?: AttributeTypes<Taken, Shown>;
}

/** The values of an attribute as they are sent, without the null that stands for the default. */
export type TakenOf<A> = A extends Typed<infer Taken> ? Taken : never;

/** The values of an attribute as they are answered. */
export type ShownOf<A> = A extends Typed<unknown, infer Shown> ? Shown : never;

/** What an attribute is beyond its values. */
export interface ReadOnly {
  readOnly: true;
}
export interface WriteOnly {
  writeOnly: true;
}
export interface Sometimes {
  sometimes: true;
}
export interface Defaulted {
  default: unknown;
}

type Attributes = Readonly<Record<string, Typed>>;

/** Attributes that bodies may set. */
export type Settable<A extends Attributes> = {
  [Name in keyof A]: A[Name] extends ReadOnly ? never : Name;
}[keyof A] &
  string;

/** Each property once, so that messages of the compiler and hovering show what there is. */
export type Flat<T> = T extends infer O ? { [Name in keyof O]: O[Name] } : never;

/** An object as a service answers it: whatever is answered, and of that always what is not there `sometimes`. */
export type Shown<A extends Attributes> = Flat<
  {
    -readonly [Name in keyof A as A[Name] extends WriteOnly | Sometimes ? never : Name]: ShownOf<A[Name]>;
  } & {
    [
      Name in keyof A as A[Name] extends WriteOnly ? never : A[Name] extends Sometimes ? Name : never
    ]?: ShownOf<A[Name]>;
  }
>;
