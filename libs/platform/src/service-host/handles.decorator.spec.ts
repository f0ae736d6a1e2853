import {
  call,
  object,
  operations,
  oneOf,
  readOnly,
  text,
  toNode,
  validated,
  type InLines,
  type Input,
  type PlainInput,
  type View,
} from '@holdfast/contracts';
import type { CallContext, Page } from '@holdfast/kernel';
import type { Lines, Rpc } from '../rpc/index.js';
import { Handles, HandlesCall } from './handles.decorator.js';

interface Asked {
  name: string;
}
interface Answered {
  length: number;
}

const { subject } = call<Asked, Answered>('identity.name.measure.v1', ['repository']);
const listed = call<Asked, InLines<Asked[], Answered>>('identity.name.list.v1', ['gateway']);

/** The compiler is what is tested: a line that it should refuse, and does not, fails the build. */
class Handlers {
  @HandlesCall(subject)
  right(_ctx: CallContext, { name }: Asked): Answered {
    return { length: name.length };
  }

  @HandlesCall(subject)
  rightAndLater(_ctx: CallContext, { name }: Asked): Promise<Answered> {
    return Promise.resolve({ length: name.length });
  }

  // @ts-expect-error: something else is asked
  @HandlesCall(subject)
  wrongQuestion(_ctx: CallContext, { title }: { title: string }): Answered {
    return { length: title.length };
  }

  // @ts-expect-error: something else is answered
  @HandlesCall(subject)
  wrongAnswer(_ctx: CallContext, { name }: Asked): Asked {
    return { name };
  }

  @HandlesCall(listed.subject, { form: { children: true } })
  served(_ctx: CallContext, asked: Asked): Asked[] {
    return [asked];
  }
}

const Pet = object({
  name: 'pet',
  plural: 'pets',
  service: 'identity',
  attributes: { id: text(), kind: oneOf(['cat', 'dog'], { default: 'cat' }), born: readOnly(text()) },
  sortable: ['id'],
  searchable: [],
});
const pets = operations(Pet, '/pets', {
  list: { privilege: 'account' },
  create: { privilege: 'account', takes: ['id', 'kind'], requires: ['id'] },
  update: { privilege: 'account', takes: ['kind'] },
});
const born = '2026';

class UseCases {
  @Handles(pets.list)
  list(_ctx: CallContext, { id }: PlainInput): Page<View<typeof Pet>> {
    return { results: [{ id, kind: 'cat', born }], more: false };
  }

  // @ts-expect-error: a list answers a page
  @Handles(pets.list)
  one(_ctx: CallContext, { id }: PlainInput): View<typeof Pet> {
    return { id, kind: 'cat', born };
  }

  @Handles(pets.create)
  create(_ctx: CallContext, input: Input<typeof pets.create>): Promise<View<typeof Pet>> {
    return Promise.resolve({ ...validated(input), born });
  }

  // @ts-expect-error: a change takes no id
  @Handles(pets.update)
  anotherInput(_ctx: CallContext, { values }: { values: { id: string } }): View<typeof Pet> {
    return { id: values.id, kind: 'cat', born };
  }

  // @ts-expect-error: nobody is sure to send it
  @Handles(pets.update)
  asIfItWereThere(_ctx: CallContext, { values }: { values: { kind: 'cat' | 'dog' } }): View<typeof Pet> {
    return { id: 'a', kind: values.kind, born };
  }

  // @ts-expect-error: an attribute of the view is missing
  @Handles(pets.update)
  lacking(_ctx: CallContext, { id }: Input<typeof pets.update>): { id: string; kind: 'cat' } {
    return { id, kind: 'cat' };
  }

  // @ts-expect-error: the view has no such kind
  @Handles(pets.update)
  wrongValue(
    _ctx: CallContext,
    { id }: Input<typeof pets.update>,
  ): { id: string; kind: 'cow'; born: string } {
    return { id, kind: 'cow', born };
  }
}

describe('the use case of an operation', () => {
  it('gets its input checked', async () => {
    const cases = new UseCases();
    const ctx = { requestId: '', deadline: Number.MAX_SAFE_INTEGER };
    /** As the transport calls it. */
    const run = (body: object): unknown => cases.create(ctx, { params: {}, body } as never);
    expect(await run({ id: 'a' })).toEqual({ value: { id: 'a', kind: 'cat', born } });
    expect(await run({ kind: 'cow' })).toEqual({
      error: { code: 'invalid', errors: { id: { empty: true }, kind: { invalid: true } } },
    });
  });
});

describe('a call between processes', () => {
  const asks = async (rpc: Rpc, ctx: CallContext): Promise<unknown[]> => {
    const answer: Answered = await rpc.call(subject, ctx, { name: 'a' });
    const onNode: Answered = await rpc.call(toNode(subject, 'node-1'), ctx, { name: 'a' });
    const lines: Lines<Answered> = await rpc.lines(listed.subject, ctx, { name: 'a' });
    // @ts-expect-error: something else is asked
    await rpc.call(subject, ctx, { title: 'a' });
    // @ts-expect-error: something else is answered
    const other: Asked = await rpc.call(subject, ctx, { name: 'a' });
    // @ts-expect-error: this answer is no lines
    await rpc.lines(subject, ctx, { name: 'a' });
    return [answer, onNode, lines, other];
  };

  it('has one type for who asks and who serves', async () => {
    const asked: string[] = [];
    const answer = (to: string): Promise<string> => Promise.resolve(asked.push(to).toString());
    await asks({ call: answer, lines: answer } as unknown as Rpc, { requestId: '', deadline: 0 });
    expect(asked.slice(0, 3)).toEqual([
      'identity.name.measure.v1',
      'identity.name.measure.v1.node-1',
      'identity.name.list.v1',
    ]);
    expect(new Handlers()).toBeDefined();
  });
});
