import { allOperations } from '../registry.js';
import { attributeOf, problemOf } from './validate.js';

/** Links name what they link, by id or uuid; branches and tags are named as git allows. */
const noneChosen = [
  'project_user',
  'project_collaborator',
  'project_group',
  'project_bot',
  'group_member',
  'branch',
  'tag',
];

describe('an id that a client chooses', () => {
  const choosing = allOperations.filter(
    ({ takes, object }) => takes.includes('id') && !noneChosen.includes(object.name),
  );

  it('is taken for every object that has one', () => {
    const names = new Set(choosing.map(({ object }) => object.name));
    expect([...names].sort()).toEqual(['bot', 'collaborator', 'group', 'project', 'repository', 'user']);
  });

  it.each(choosing.map((operation) => [operation.id, attributeOf(operation, 'id')] as const))(
    'never has the form of a uuid (%s)',
    (_id, attribute) => {
      for (const id of ['0190a000-0000-7000-8000-000000000001', 'FFFFFFFF-ffff-FFFF-ffff-ffffffffffff'])
        expect(problemOf(attribute, id)).toEqual({ reserved: true });
      expect(problemOf(attribute, '0190a000-0000-7000-8000-000000000001-1')).toBeUndefined();
    },
  );
});
