/** The types of an attribute's values, as they are sent and as they are answered. */
export interface AttributeTypes<Taken, Shown> {
  taken: Taken;
  shown: Shown;
}

/** Something that has such types. Only the compiler sees them. */
export interface Typed<Taken = unknown, Shown = unknown> {
  /** Never there at run time. */
  readonly '~types'?: AttributeTypes<Taken, Shown>;
}

/** The values of an attribute as they are sent, without the null that stands for the default. */
export type TakenOf<A> = A extends Typed<infer Taken> ? Taken : never;

/** The values of an attribute as they are answered. */
export type ShownOf<A> = A extends Typed<unknown, infer Shown> ? Shown : never;

/** The marks of an attribute. */
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

/** The names of the attributes that a body may set. */
export type Settable<A extends Attributes> = {
  [Name in keyof A]: A[Name] extends ReadOnly ? never : Name;
}[keyof A] &
  string;

/** The same type with its properties written out, so that the compiler's messages and the editor show them. */
export type Flat<T> = T extends infer O ? { [Name in keyof O]: O[Name] } : never;

/** An object as a service answers it. What is marked `sometimes` may be absent; all else is there. */
export type Shown<A extends Attributes> = Flat<
  {
    -readonly [Name in keyof A as A[Name] extends WriteOnly | Sometimes ? never : Name]: ShownOf<A[Name]>;
  } & {
    [
      Name in keyof A as A[Name] extends WriteOnly ? never : A[Name] extends Sometimes ? Name : never
    ]?: ShownOf<A[Name]>;
  }
>;
