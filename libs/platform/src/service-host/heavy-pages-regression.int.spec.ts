import 'reflect-metadata';
import type { CallSubject, Children, InLines, ListChildren, PageHead } from '@holdfast/contracts';
import { uuidv7, wholeList, type CallContext, type Page, type Principal } from '@holdfast/kernel';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Rpc } from '../rpc/rpc.js';
import { ownContext } from '../rpc/wire.js';
import { testBroker } from '../testing/index.js';
import { HandlesCall } from './handles.decorator.js';
import { outsideTurn } from './held-turn.js';
import { NatsStrategy } from './nats.strategy.js';

const subject = (verb: string): string => `heavy.${process.pid}.${verb}.v1`;
const ofPages = subject('page') as CallSubject<object, InLines<Page<object>, PageHead>>;
const ofChildren = subject('children') as CallSubject<ListChildren, Children>;
const ofExpand = subject('expand') as CallSubject<{ asksOthers?: boolean }, string>;
const ofText = subject('text') as CallSubject<{ characters: number; besides?: string }, string>;

/** What has begun, and has not been told to end. */
let open: { who: string; end: () => void }[] = [];
const told = (who: string): Promise<void> => new Promise((end) => open.push({ who, end }));
/** How many objects a page has. */
let objects = 4;
/** Whose objects were written, in their order. */
let written: string[] = [];

/** An object that takes longer to write than all long answers have of a turn of the event loop. */
class Heavy {
  constructor(private readonly who: string) {}

  toJSON(): object {
    for (const begin = performance.now(); performance.now() - begin < 6;);
    written.push(this.who);
    return { text: 'a'.repeat(150_000) };
  }
}

const nameOf = (ctx: CallContext): string => ctx.principal?.account.id ?? '';

@Controller()
class Lists {
  @HandlesCall(ofPages, { form: { page: 'thing' } })
  async list(ctx: CallContext): Promise<Page<object>> {
    await told(nameOf(ctx));
    return { results: Array.from({ length: objects }, () => new Heavy(ctx.requestId)), more: false };
  }

  @HandlesCall(ofChildren, { form: { children: true } })
  async children(ctx: CallContext, { child }: ListChildren): Promise<Children> {
    await outsideTurn(ctx, () => told(child));
    return {};
  }

  @HandlesCall(ofExpand, { isPage: true })
  async expand(ctx: CallContext, { asksOthers }: { asksOthers?: boolean }): Promise<string> {
    if (asksOthers)
      await Promise.all(['elsewhere', 'and there'].map((place) => outsideTurn(ctx, () => told(place))));
    await told(nameOf(ctx));
    return 'done';
  }

  @HandlesCall(ofText)
  async text(ctx: CallContext, { characters }: { characters: number }): Promise<string> {
    await told(nameOf(ctx));
    return 'a'.repeat(characters);
  }
}

@Module({ controllers: [Lists] })
class Service {}

// A real broker; its address comes from tools/test. Pages of few objects took no turn, whatever they had: 60 requests
// of one account for pages of 4 MiB held all connections of a service.
describe('pages of few objects that have many bytes', () => {
  let app: INestMicroservice;
  let rpcs: [Rpc, Rpc];
  beforeAll(async () => {
    rpcs = [await Rpc.connect(testBroker(), 'heavy'), await Rpc.connect(testBroker(), 'heavy')];
    const strategy = new NatsStrategy(rpcs[0], 'heavy', () => true);
    app = await NestFactory.createMicroservice(Service, { strategy, logger: false });
    await app.listen();
    await rpcs[0].rtt();
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(rpcs.map((rpc) => rpc.close()));
  });
  beforeEach(() => {
    objects = 4;
    open = [];
    written = [];
  });

  const people = new Map<string, Principal>();
  const by = (who: string, requestId = who): CallContext => {
    const principal = people.get(who) ?? {
      company: { uuid: uuidv7(), id: who },
      account: { uuid: uuidv7(), id: who, type: 'user', email: `${who}@example.com`, name: who },
      companyAdmin: true,
      credential: 'key',
    };
    people.set(who, principal);
    return { ...ownContext('test'), requestId, principal };
  };
  const list = { ...wholeList, limit: 20 };
  const page = (ctx: CallContext, besides: object = {}): Promise<unknown> =>
    rpcs[1].lines(ofPages, ctx, { params: {}, list, ...besides });
  const begun = async (...who: string[]): Promise<void> => {
    while (open.length < who.length) await rpcs[1].rtt();
    // Whatever else was asked before has come.
    for (const each of [...rpcs].reverse()) await each.rtt();
    expect(open.map((each) => each.who)).toEqual(who);
  };
  /** Ends what begins, until that is answered. */
  const ended = async (asked: Promise<unknown>[]): Promise<void> => {
    let answered = false;
    const all = Promise.all(asked).finally(() => (answered = true));
    while (!answered) {
      for (const { end } of open) end();
      await rpcs[1].rtt();
    }
    await all;
  };

  it('are one at a time of somebody of whom nothing is known, or had a large answer lately', async () => {
    const pages = (count: number) => Array.from({ length: count }, () => page(by('reader')));
    const text = (characters: number): Promise<void> =>
      ended([rpcs[1].call(ofText, by('reader'), { characters })]);
    const first = pages(2);
    await begun('reader');
    objects = 1;
    await ended(first);
    open = [];
    const small = pages(10);
    await begun(...Array<string>(8).fill('reader'));
    await ended(small);
    await text(600_000);
    for (const bytes of [1_000, 600_000]) {
      await text(bytes);
      open = [];
      const asked = pages(3);
      await begun('reader');
      await ended(asked);
    }
  });

  it('are one at a time of somebody who had a large answer while the others waited', async () => {
    objects = 1;
    await ended([page(by('changing'))]);
    open = [];
    objects = 4;
    const asked = Array.from({ length: 12 }, () => page(by('changing')));
    await begun(...Array<string>(8).fill('changing'));
    for (const { end } of open.splice(0)) end();
    await Promise.all(asked.slice(0, 8));
    await begun('changing');
    await ended(asked);
  });

  it('are read one after the other for an account, and for another one beside them', async () => {
    const asked = ['rival', 'rival', 'rival', 'other'].map((who) => page(by(who)));
    await begun('rival', 'other');
    await ended(asked);
  });

  it('are written one after the other, too', async () => {
    await ended([page(by('rival', 'first')), page(by('rival', 'second'))]);
    expect(written).toEqual([...Array<string>(4).fill('first'), ...Array<string>(4).fill('second')]);
  });

  it('are read while the children of another one are waited for', async () => {
    const children = ['part', 'member'].map((child) => ({ child, want: 'count' }));
    const first = page(by('rival'), { children });
    await begun('rival');
    open[0].end();
    await begun('rival', 'part', 'member');
    const second = page(by('rival'));
    await begun('rival', 'part', 'member', 'rival');
    await ended([first, second]);
  });

  it('wait for objects that are read in another form, and these for them', async () => {
    const expand = rpcs[1].call(ofExpand, by('rival'), {});
    await begun('rival');
    const asked = page(by('rival'));
    await begun('rival');
    await ended([expand, asked]);
  });

  it('are read while what else is read waits for other services, and before it goes on', async () => {
    const expand = rpcs[1].call(ofExpand, by('rival'), { asksOthers: true });
    await begun('elsewhere', 'and there');
    const asked = page(by('rival'));
    await begun('elsewhere', 'and there', 'rival');
    const [elsewhere, there, listed] = open;
    elsewhere.end();
    there.end();
    await begun('elsewhere', 'and there', 'rival');
    listed.end();
    await begun('elsewhere', 'and there', 'rival', 'rival');
    await ended([expand, asked]);
  });

  it('are not waited for by other calls, of which an account has sixteen and a company sixty-four at a time', async () => {
    const texts = (count: number, who: string) =>
      Array.from({ length: count }, () => rpcs[1].call(ofText, by(who), { characters: 1 }));
    const pages = [page(by('rival')), page(by('rival'))];
    await begun('rival');
    const asked = [...texts(17, 'rival'), ...texts(1, 'other')];
    await begun('rival', ...Array<string>(16).fill('rival'), 'other');
    await ended([...pages, ...asked]);
  });

  // To refuse 60 KB of properties took the event loop 20 ms each.
  it('are not waited for by long questions, of which an account has two and a company eight at a time', async () => {
    const asked = Array.from({ length: 4 }, () =>
      rpcs[1].call(ofText, by('writer'), { characters: 1, besides: 'a'.repeat(20_000) }),
    );
    await begun('writer', 'writer');
    const short = rpcs[1].call(ofText, by('writer'), { characters: 1 });
    await begun('writer', 'writer', 'writer');
    await ended([...asked, short]);
  });
});
