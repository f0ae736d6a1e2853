import { thing } from '../testing/thing.js';
import { text } from './attribute.js';
import { inputOf } from './input.js';
import { operations, operationsIn } from './operation.js';

const usual = { privilege: 'account' } as const;
const Book = thing('book', { service: 'repository' });
const books = operations(Book, '/shelves/:shelf_id/books', {
  list: usual,
  show: usual,
  create: usual,
  update: usual,
  delete: usual,
  lend: usual,
  look: { ...usual, kind: 'read', path: '/:book_id/look' },
  scan: { ...usual, kind: 'bytes', path: '/:id/scan', query: { page: text() } },
  find: { ...usual, at: '/found', method: 'PUT', status: 202, batch: true, takes: ['id'], requires: ['id'] },
  gather: { ...usual, kind: 'create', batch: false },
});

describe('an operation', () => {
  it.each([
    ['list', 'list', 'GET', '', 200],
    ['show', 'show', 'GET', '/:id', 200],
    ['create', 'create', 'POST', '', 201],
    ['update', 'update', 'PUT', '/:id', 200],
    ['delete', 'delete', 'DELETE', '/:id', 200],
    ['lend', 'action', 'POST', '', 201],
    ['look', 'read', 'GET', '/:book_id/look', 200],
    ['scan', 'bytes', 'GET', '/:id/scan', 200],
    ['gather', 'create', 'POST', '', 201],
  ] as const)(
    '%s has by its kind %s the method %s, the path %j and the status %i',
    (verb, kind, method, path, status) =>
      expect(books[verb]).toMatchObject({ kind, method, path: `/shelves/:shelf_id/books${path}`, status }),
  );

  it('has the names of its object and its verb', () =>
    expect(books.lend).toMatchObject({
      id: 'book.lend',
      verb: 'lend',
      object: Book,
      service: 'repository',
      subject: 'repository.book.lend.v1',
      privilege: 'account',
    }));

  it('takes nothing, and many at once only where something is created, unless it says otherwise', () => {
    expect(Object.values(books).map(({ takes, requires }) => [...takes, ...requires].join())).toEqual(
      Object.keys(books).map((verb) => (verb === 'find' ? 'id,id' : '')),
    );
    expect(
      Object.values(books)
        .filter(({ batch }) => batch)
        .map(({ verb }) => verb),
    ).toEqual(['create', 'find']);
    expect(books.find).toMatchObject({ path: '/found', method: 'PUT', status: 202, kind: 'action' });
  });

  it('is found among all that a module exports', () => {
    const others = { alike: { ...books }, word: 'book', none: null, nothing: undefined, made: () => books };
    expect(operationsIn({ ...others, books })).toEqual(Object.values(books));
    expect(operationsIn(others)).toEqual([]);
  });
});

describe('the input of an operation', () => {
  it('has of what was not sent nothing', () =>
    expect(inputOf(books.look)({ params: { shelf_id: 's', book_id: 'b' } })).toMatchObject({
      id: '',
      query: {},
      include: [],
      sent: {},
      headers: {},
      list: { offset: 0 },
    }));

  it('has the parameter at the end of the path, and none where it is not there', () => {
    expect(inputOf(books.show)({ params: { id: 'a' } }).id).toBe('a');
    expect(inputOf(books.show)({ params: {} }).id).toBe('');
    expect(inputOf(books.list)({ params: { undefined: 'a' } }).id).toBe('');
  });

  it('knows where the texts of a large body lie', () => {
    expect(inputOf(books.create)({ params: {}, staged: 'x' }).staged).toBe('x');
    expect('staged' in inputOf(books.create)({ params: {} })).toBe(false);
  });
});
