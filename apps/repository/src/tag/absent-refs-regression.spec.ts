import type { CallContext } from '@holdfast/kernel';
import { BranchService } from '../branch/branch.service.js';
import { call, errorsOf } from '../replies.fixture.js';
import { TagService } from './tag.service.js';

// That a pull mirror is only read, or that a kind makes no tags here, was said of branches and tags that do not exist.
describe('a branch or tag that cannot be changed', () => {
  const refs = { find: (id: string) => Promise.resolve(id === 'there' ? '1'.repeat(40) : undefined) };
  const tags = { ...refs, targets: () => Promise.resolve([{ commit: '1'.repeat(40) }]) };
  const local = { open: () => ({ kind: {}, data: { branches: refs, tags } }) };
  const protectedBranches = { of: () => Promise.resolve({ covers: () => false }) };
  const turns = { run: (_uuid: unknown, _reading: unknown, work: () => unknown) => work() };
  const made = <T>(service: new (...parts: never[]) => T, ...parts: object[]): T =>
    new service(...(parts as never[]));
  const branchService = made(BranchService, local, protectedBranches, {}, turns);
  const tagService = made(TagService, local);
  const at = (mirrored: boolean) =>
    ({
      ...{ requestId: '', deadline: Number.MAX_SAFE_INTEGER },
      principal: { company: { uuid: 'c' }, account: { uuid: 'a' } },
      project: { uuid: 'p', deleted: false },
      repository: { uuid: 'r', id: 'r', deleted: false, ...(mirrored && { mirrored }) },
    }) as unknown as CallContext;

  it.each([
    ['a branch is changed', (ctx: CallContext, input: never) => branchService.update(ctx, input)],
    ['a branch is deleted', (ctx: CallContext, input: never) => branchService.delete(ctx, input)],
    ['a tag is deleted', (ctx: CallContext, input: never) => tagService.delete(ctx, input)],
  ])('is looked for before that is said: %s in a mirror', async (_what, change) => {
    const of = (id: string) => errorsOf(change(at(true), call({ params: { id }, body: {} })));
    expect(await of('nowhere')).toBe('not_found');
    expect(await of('there')).toEqual({ id: { locked: true } });
  });

  it('is looked for before that is said: a tag of a kind that makes none here', async () => {
    const of = (id: string) => errorsOf(tagService.delete(at(false), call({ params: { id } })));
    expect(await of('nowhere')).toBe('not_found');
    expect(await of('there')).toEqual({ repository: { invalid: true } });
  });
});
