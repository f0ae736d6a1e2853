import { allOperations } from '@holdfast/contracts';
import { lists } from '../composition.js';

/** What this service lists. */
const listed = allOperations.filter(({ kind, object }) => kind === 'list' && lists.has(object.name));

describe.each(listed.map(({ object }) => [object.plural, object] as const))(
  'the list of %s',
  (_, { name, sortable, searchable }) => {
    it('has a column for everything by which it may be sorted or searched', () => {
      const list = lists.get(name);
      expect(Object.keys(list?.columns ?? {})).toEqual(expect.arrayContaining([...sortable]));
      expect(Object.keys(list?.search ?? {})).toEqual(expect.arrayContaining([...searchable]));
    });
  },
);

it('the lists are those of objects of this service', () => {
  expect(listed.map(({ object }) => object.name).sort()).toEqual([...lists.keys()].sort());
});
