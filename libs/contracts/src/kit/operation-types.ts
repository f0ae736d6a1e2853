import type { Page } from '@holdfast/kernel';
import type { Attributes } from './attribute.js';
import type { Defaulted, Flat, Shown, TakenOf } from './attribute-types.js';
import type { OperationKind, OperationOptions } from './operation-options.js';

/** What the compiler knows of an operation. The other types here are derived from it. */
export interface OperationTypes<
  A extends Attributes = Attributes,
  Verb extends string = string,
  Collection extends string = string,
  Options extends OperationOptions = OperationOptions,
> {
  attributes: A;
  verb: Verb;
  collection: Collection;
  options: Options;
}

/** Something that has such types. */
export interface TypedOperation {
  /** Never there at run time. */
  readonly '~types'?: OperationTypes;
}

type TypesOf<O extends TypedOperation> = NonNullable<O['~types']>;

type Standard = 'list' | 'show' | 'create' | 'update' | 'delete';

type KindOf<T extends OperationTypes> = T['options'] extends { kind: infer Kind extends OperationKind }
  ? Kind
  : T['verb'] extends Standard
    ? T['verb']
    : 'action';

type NamesIn<List> = NonNullable<List> extends readonly (infer Name extends string)[] ? Name : never;

/** The names of an object's attributes that an operation takes. */
export type TakesOf<Options> = Options extends { takes?: infer List } ? NamesIn<List> : never;
type RequiresOf<Options> = Options extends { requires?: infer List } ? NamesIn<List> : never;
export type ParametersOf<Options> = Options extends { parameters: infer P extends Attributes } ? P : object;

/** What a body may have, by name. */
type BodyOf<T extends OperationTypes> = Pick<T['attributes'], TakesOf<T['options']> & keyof T['attributes']> &
  ParametersOf<T['options']>;

/**
 * Null that was sent has become the default. Where there is no default it stays null, unless the value is required:
 * then it is refused.
 */
type ValueOf<A, IsRequired> = A extends Defaulted
  ? TakenOf<A>
  : IsRequired extends true
    ? TakenOf<A>
    : TakenOf<A> | null;

type Valid<Body, Required> = Flat<{
  -readonly [Name in keyof Body]?: ValueOf<Body[Name], Name extends Required ? true : false>;
}>;

type Present<Body, Required> = {
  [Name in keyof Body]: Name extends Required ? Name : Body[Name] extends Defaulted ? Name : never;
}[keyof Body];

type Complete<Values, Name extends keyof Values> = Flat<
  Omit<Values, Name> & { [N in Name]-?: Exclude<Values[N], undefined> }
>;

/** The valid values of a body. Each may be absent: it was not sent, or it is wrong and stands in `problems`. */
export type ValuesOf<O extends TypedOperation> = Valid<BodyOf<TypesOf<O>>, RequiresOf<TypesOf<O>['options']>>;

/**
 * The same when nothing is wrong. What is required or has a default is then there, except in an update: an update has
 * only what was sent.
 */
export type ValidatedOf<O extends TypedOperation> =
  KindOf<TypesOf<O>> extends 'update'
    ? ValuesOf<O>
    : Complete<
        ValuesOf<O>,
        Present<BodyOf<TypesOf<O>>, RequiresOf<TypesOf<O>['options']>> & keyof ValuesOf<O>
      >;

type PathOf<T extends OperationTypes> = T['options'] extends { at: infer Path extends string }
  ? Path
  : T['options'] extends { path: infer Below extends string }
    ? `${T['collection']}${Below}`
    : KindOf<T> extends 'show' | 'update' | 'delete'
      ? `${T['collection']}/:id`
      : T['collection'];

type NamesInPath<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Rest}`
    ? Rest extends `${infer Name}/${infer More}`
      ? Name | NamesInPath<More>
      : Rest
    : never;

/** The parameters of its path. */
export type ParamsOf<O extends TypedOperation> = Flat<{ [Name in NamesInPath<PathOf<TypesOf<O>>>]: string }>;

/** Its own query parameters, as text. */
export type QueryOf<O extends TypedOperation> = TypesOf<O>['options'] extends { query: infer Q }
  ? { -readonly [Name in keyof Q]?: string }
  : Record<string, string>;

type ViewOf<T extends OperationTypes> = Shown<T['attributes']>;

type Revealing<T extends OperationTypes, Name extends string> = {
  [N in Name & keyof ViewOf<T>]-?: Exclude<ViewOf<T>[N], undefined>;
};

type RevealedBy<T extends OperationTypes> = T['options'] extends {
  reveals: readonly (infer Name extends string)[];
}
  ? Name
  : never;

/** Where the bytes are that an operation answers. */
export interface OpenedBytes {
  /** `http://host:port` of the byte process. */
  address: string;
  /** What is asked there. */
  path: string;
  /** Goes into the header `x-hf-ticket`. Single use; it expires in seconds. */
  ticket: string;
}

/** A whole answer of bytes, where they are few: opening them elsewhere would cost more than they do. */
export interface WholeBytes {
  status: number;
  /** By names in lower case, with the length. */
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

/** What an operation of the kind `bytes` answers. */
export type AnsweredBytes = OpenedBytes | { whole: WholeBytes };

/**
 * What the use case of an operation answers: a page of views, one view, or, for a `bare` operation, any object.
 * Where it is just the view, its type is that of `View`, so the compiler need not compare attribute by attribute.
 */
export type AnswerOf<O extends TypedOperation> = TypesOf<O>['options'] extends { bare: true }
  ? object
  : TypesOf<O>['options'] extends { whole: readonly (infer Whole extends string)[] }
    ? Flat<
        Partial<Omit<ViewOf<TypesOf<O>>, Whole>> & { [Name in Whole]: object } & Revealing<
            TypesOf<O>,
            RevealedBy<TypesOf<O>>
          >
      >
    : KindOf<TypesOf<O>> extends 'list'
      ? Page<ViewOf<TypesOf<O>>>
      : KindOf<TypesOf<O>> extends 'bytes'
        ? AnsweredBytes
        : [RevealedBy<TypesOf<O>>] extends [never]
          ? ViewOf<TypesOf<O>>
          : Flat<ViewOf<TypesOf<O>> & Revealing<TypesOf<O>, RevealedBy<TypesOf<O>>>>;
