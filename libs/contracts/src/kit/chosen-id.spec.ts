import { allOperations } from '../registry.js';
import { attributeOf, problemOf } from './validate.js';

/**
 * The `id` that a link takes, and no answer has, names what it links. What lies on a node is named as its kind allows.
 */
const choosing = allOperations.filter(
  ({ takes, object, on }) => takes.includes('id') && !object.attributes.id.sometimes && on !== 'node',
);

describe('an id that a client chooses', () => {
  it('is that of users, projects and repositories, among others', () => {
    const names = choosing.map(({ object }) => object.name);
    expect(names).toEqual(expect.arrayContaining(['user', 'project', 'repository', 'group', 'bot']));
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
