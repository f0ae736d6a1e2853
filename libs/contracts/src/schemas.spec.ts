import { Ajv2020 } from 'ajv/dist/2020.js';
import { allDomainEvents } from './domain-events.js';
import { allObjects, allOperations } from './registry.js';

const ajv = new Ajv2020({ strict: false });

/** All schemas of the contracts, each with where it stands. */
const schemas: [string, object][] = [
  ...[...allObjects.values()].flatMap(({ name, attributes }) =>
    Object.entries(attributes).flatMap(([attribute, { schema, shown }]): [string, object][] => [
      [`${name}.${attribute}`, schema],
      ...(shown ? [[`${name}.${attribute}, as it is shown`, shown] as [string, object]] : []),
    ]),
  ),
  ...allOperations.flatMap(({ id, parameters = {} }) =>
    Object.entries(parameters).map(([name, { schema }]): [string, object] => [`${id}(${name})`, schema]),
  ),
  ...allDomainEvents.map(({ subject, payload }): [string, object] => [subject, payload]),
];

/** Who validates values takes this for granted. */
describe('the schemas of the contracts', () => {
  it('are more than a few', () => expect(schemas.length).toBeGreaterThan(100));

  it.each(schemas)('are JSON schemas: %s', (_, schema) => {
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it('would be refused otherwise', () => {
    expect(ajv.validateSchema({ type: 'string', minLength: 'one' })).toBe(false);
  });
});

describe('operations with large bodies', () => {
  const large = allOperations.flatMap(({ largeBody, ...rest }) =>
    largeBody ? [{ largeBody, ...rest }] : [],
  );

  it.each(large.map((each) => [each.id, each] as const))(
    'have a node on which these lie, and take the texts that they say: %s',
    (_, { on, parameters = {}, largeBody: { list, text } }) => {
      expect(on).toBe('node');
      expect(parameters[list].schema).toMatchObject({
        type: 'array',
        items: { properties: { [text]: { type: 'string' } } },
      });
    },
  );

  it('are those whose bodies have contents of files', () => {
    expect(large.map(({ id }) => id)).toEqual(['commit.create']);
  });
});
