import type { ObjectContract } from '@holdfast/contracts';
import type { ListSource } from '../persistence/list.query.js';

/** Registers the tests of the lists of a service: they have all that the contracts of these objects promise of them. */
export const describeLists = (
  objects: readonly ObjectContract[],
  lists: ReadonlyMap<string, ListSource>,
): void =>
  describe.each(objects.map((object) => [object.plural, object] as const))(
    'the list of %s',
    (_, { name, sortable, searchable }) => {
      it('has a column for everything by which it may be sorted or searched', () => {
        const list = lists.get(name);
        expect(Object.keys(list?.columns ?? {})).toEqual(expect.arrayContaining([...sortable]));
        expect(Object.keys(list?.search ?? {})).toEqual(expect.arrayContaining([...searchable]));
      });
    },
  );
