import { actor, type CallContext, type ListQuery } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Somebody who takes page after page asks for the next one sooner (ms). */
const remembered = 60_000;
const rememberedBytes = 8 * 1024 * 1024;

/**
 * Where pages begin, for accounts that have just read the page before. An offset is counted from the beginning, so
 * the last pages of a long list would cost as much as all of it. It is a help only: where nothing is remembered, in
 * another replica too, the offset is counted.
 */
@Injectable()
export class PageStarts {
  private readonly last = new LRUCache<string, string>({
    ttl: remembered,
    maxSize: rememberedBytes,
    sizeCalculation: (id, key) => 2 * (id.length + key.length) + 200,
  });

  /** The id after which the page begins. Undefined: it is not known. */
  of(ctx: CallContext, repository: string, query: ListQuery): string | undefined {
    return query.offset > 0 ? this.last.get(keyOf(ctx, repository, query, query.offset)) : undefined;
  }

  /** The page was read. `ids`: of its objects, in their order. */
  keep(ctx: CallContext, repository: string, query: ListQuery, ids: readonly string[]): void {
    const id = ids.at(-1);
    if (id !== undefined) this.last.set(keyOf(ctx, repository, query, query.offset + ids.length), id);
  }
}

const keyOf = (ctx: CallContext, repository: string, query: ListQuery, offset: number): string =>
  JSON.stringify([actor(ctx).account.uuid, repository, { ...query, limit: 0, offset }]);
