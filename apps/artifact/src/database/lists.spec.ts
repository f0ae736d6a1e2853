import { allOperations } from '@holdfast/contracts';
import { describeLists } from '@holdfast/platform/testing';
import { lists } from '../composition.js';

/** What this service lists. */
const listed = allOperations.filter(({ kind, object }) => kind === 'list' && lists.has(object.name));

describeLists(
  listed.map(({ object }) => object),
  lists,
);

it('the lists are those of objects of this service', () => {
  expect(listed.map(({ object }) => object.name).sort()).toEqual([...lists.keys()].sort());
});
