import { allOperations } from '@holdfast/contracts';
import { lists } from '../composition.js';

const listed = allOperations.filter(({ kind, service }) => kind === 'list' && service === 'identity');

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
