import type { Children, Expanded, ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';

export type ReadChildren = (ctx: CallContext, asked: ListChildren) => Promise<Children>;

/**
 * Where the objects of a type come from when they stand in answers of others. Which answers these are says the
 * contract of the object.
 */
export interface RelatedSource {
  /** Name of the object type. */
  readonly object: string;
  /** As children, by what the parents are called. */
  readonly below: Readonly<Record<string, ReadChildren>>;
  /** Full objects by uuid, as far as the caller may see them. */
  expand?(ctx: CallContext, uuids: string[]): Promise<Expanded>;
}
