import { call, toNode, type InLines } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Lines, Rpc } from '../rpc/index.js';
import { HandlesCall } from './handles.decorator.js';

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
