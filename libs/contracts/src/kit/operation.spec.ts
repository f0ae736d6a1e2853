import { DomainError, type JsonObject, type Page } from '@holdfast/kernel';
import {
  flag,
  inputOf,
  integer,
  list,
  object,
  oneOf,
  operations,
  orNull,
  reference,
  sometimes,
  stored,
  text,
  validated,
  writeOnly,
  type AnswerOf,
  type Input,
  type Named,
  type Reference,
  type View,
} from '../index.js';

const Thing = object({
  name: 'thing',
  plural: 'things',
  service: 'identity',
  attributes: {
    id: text({ min: 1 }),
    uuid: stored.uuid,
    title: text({ max: 10, default: '' }),
    size: integer({ max: 9 }),
    color: oneOf(['red', 'blue'], { default: 'red' }),
    labels: list(text()),
    open: sometimes(flag()),
    secret: writeOnly(text()),
    owner: orNull(reference('account')),
  },
  sortable: ['id'],
  searchable: ['id'],
});

const taken = ['title', 'size', 'color', 'secret', 'owner'] as const;
const things = operations(Thing, '/shelves/:shelf_id/things', {
  list: { privilege: 'account' },
  show: { privilege: 'account', query: { at: text() } },
  create: { privilege: 'account', takes: ['id', ...taken], requires: ['id', 'secret'] },
  update: { privilege: 'account', takes: taken, requires: ['secret'] },
  lend: {
    privilege: 'account',
    path: '/:thing_id/actions/lend',
    parameters: { days: integer() },
    requires: ['days'],
  },
  burn: { privilege: 'account', bare: true },
  open: { privilege: 'account', whole: ['owner'] },
  tell: { privilege: 'account', reveals: ['open'] },
});

/** True of two types that are the same; the compiler is what is tested. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const holds = <T extends true>(...all: T[]): boolean => all.every(Boolean);

interface ThingView {
  id: string;
  uuid: string;
  title: string;
  size: number;
  color: 'red' | 'blue';
  labels: string[];
  owner: Reference | null;
  open?: boolean;
}

describe('the types of an operation', () => {
  type Create = Input<typeof things.create>;
  type Update = Input<typeof things.update>;
  type Lend = Input<typeof things.lend>;

  it('say what it takes: none of it is sure to be there', () => {
    interface Values {
      id?: string;
      title?: string;
      size?: number | null;
      color?: 'red' | 'blue';
      secret?: string;
      owner?: Named | null;
    }
    expect(
      holds<Same<Partial<Create['values']>, Partial<Values>>>(true) &&
        holds<Same<Lend['values'], { days?: number }>>(true) &&
        holds<Same<Partial<Update['values']>, Partial<Omit<Values, 'id'>>>>(true),
    ).toBe(true);
  });

  it('say what its path and query name', () => {
    expect(
      holds<Same<Create['params'], { shelf_id: string }>>(true) &&
        holds<Same<Update['params'], { shelf_id: string; id: string }>>(true) &&
        holds<Same<Lend['params'], { shelf_id: string; thing_id: string }>>(true) &&
        holds<Same<Input<typeof things.show>['query'], { at?: string }>>(true),
    ).toBe(true);
  });

  it('say what it answers', () => {
    expect(
      holds<Same<View<typeof Thing>, { [N in keyof ThingView]: ThingView[N] }>>(true) &&
        holds<Same<AnswerOf<typeof things.update>, View<typeof Thing>>>(true) &&
        holds<Same<AnswerOf<typeof things.list>, Page<View<typeof Thing>>>>(true) &&
        holds<Same<AnswerOf<typeof things.burn>, object>>(true) &&
        holds<Same<AnswerOf<typeof things.open>['owner'], object>>(true) &&
        holds<Same<AnswerOf<typeof things.tell>['open'], boolean>>(true),
    ).toBe(true);
  });
});

describe('what is validated', () => {
  const created = (body: JsonObject) =>
    validated(inputOf(things.create)({ params: { shelf_id: 's' }, body }));
  const updated = (body: JsonObject) =>
    validated(inputOf(things.update)({ params: { shelf_id: 's' }, body }));

  it('has what is required or has a default', () => {
    const { id, secret, title, color, size } = created({ id: 'a', secret: 'b' });
    const texts: string[] = [id, secret, title, color];
    expect(texts).toEqual(['a', 'b', '', 'red']);
    // @ts-expect-error: nobody has to send it
    const bytes: number = size;
    expect(bytes).toBeUndefined();
  });

  it('has nothing that the operation does not take', () => {
    expect(updated({ id: 'a', uuid: 'b', labels: [], title: 'c' })).toEqual({ title: 'c' });
  });

  it('has null of what has no default', () => {
    expect(created({ id: 'a', secret: 'b', size: null, title: null })).toMatchObject({
      size: null,
      title: '',
    });
  });

  it('has of a change what was sent', () => {
    expect(updated({})).toEqual({});
    // @ts-expect-error: nobody has to send it
    const title: string = updated({ size: 3 }).title;
    expect(title).toBeUndefined();
  });

  it('is nothing where something is wrong', () => {
    expect(() => created({ id: 'a', size: 10 })).toThrow(DomainError);
    expect(() => updated({ secret: '' })).toThrow(DomainError);
  });

  it('comes with what the path names last', () => {
    const params = { shelf_id: 's', id: 't' };
    expect(inputOf(things.update)({ params }).id).toBe('t');
    expect(inputOf(things.burn)({ params }).id).toBe('');
  });
});

describe('an operation that does not fit its object', () => {
  it('does not compile', () => {
    const untaken = ['size'] as const;
    const wrong = [
      // @ts-expect-error: the object has no such attribute
      () => operations(Thing, '/things', { make: { privilege: 'account', takes: ['name'] } }),
      // @ts-expect-error: nobody sets it
      () => operations(Thing, '/things', { make: { privilege: 'account', takes: ['uuid'] } }),
      // @ts-expect-error: it is required and not taken
      () => operations(Thing, '/things', { make: { privilege: 'account', requires: untaken } }),
      // @ts-expect-error: the object has no such attribute to sort by
      () => object({ ...Thing, sortable: ['name'] }),
    ];
    expect(wrong).toHaveLength(4);
  });
});
