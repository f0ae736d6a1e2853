import type { Page } from '@holdfast/kernel';
import type { Attributes } from './attribute.js';
import type { Defaulted, Flat, Shown, TakenOf } from './attribute-types.js';
import type { OperationKind, OperationOptions } from './operation-options.js';

/** What the compiler knows of an operation. All else derives from it where somebody asks. */
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

/** What carries such types. */
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

/** What a body may hold, by name. */
type BodyOf<T extends OperationTypes> = Pick<T['attributes'], TakesOf<T['options']> & keyof T['attributes']> &
  ParametersOf<T['options']>;

/** Null stands for the default, or, of what has none, for nothing; it is refused of what is required. */
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

/** What is valid of a body. Any of it may be absent: it was not sent, or is wrong, of which `problems` tell. */
export type ValuesOf<O extends TypedOperation> = Valid<BodyOf<TypesOf<O>>, RequiresOf<TypesOf<O>['options']>>;

/** The same where nothing is wrong. A change has what was sent; all else has what is required or has a default. */
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

/**
 * What its use case answers: a page, the view of its object, or nothing that anybody sees. Most are the view itself, which
 * the compiler knows again without a look at its attributes.
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
      : [RevealedBy<TypesOf<O>>] extends [never]
        ? ViewOf<TypesOf<O>>
        : Flat<ViewOf<TypesOf<O>> & Revealing<TypesOf<O>, RevealedBy<TypesOf<O>>>>;
