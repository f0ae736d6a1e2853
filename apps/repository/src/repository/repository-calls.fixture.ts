import { wholeList, type CallContext } from '@holdfast/kernel';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';

/** Calls of the repositories of a world. */
export const repositoryCalls = (world: ServiceWorld) => ({
  create: (ctx: CallContext, body: object) => world.repositories.create(ctx, call({ body: body as never })),
  update: (ctx: CallContext, id: string, body: object) =>
    world.repositories.update(ctx, call({ params: { repository_id: id }, body: body as never })),
  show: (ctx: CallContext, id: string) =>
    answer(world.repositories.show(ctx, call({ params: { repository_id: id } }))),
  remove: (ctx: CallContext, id: string) =>
    answer(world.repositories.delete(ctx, call({ params: { repository_id: id } }))),
  ids: async (ctx: CallContext, list: object = {}) => {
    const page = await answer(world.repositories.list(ctx, call({ list: { ...wholeList, ...list } })));
    return page.results.map(({ id }) => id);
  },
});
