import { openApiDocument } from './openapi-document.js';
import type { Json } from './schemas.js';

interface Document {
  paths: Record<string, Record<string, { parameters: { $ref?: string }[] }>>;
  components: { schemas: Record<string, { allOf: [Json, { properties: Record<string, Json> }] }> };
}

describe('the OpenAPI document', () => {
  const made = openApiDocument({ siteUrl: 'http://code.example.com', vendor: 'svc', version: '1' });
  const { paths, components } = JSON.parse(JSON.stringify(made)) as Document;
  const attributes = (schema: string): Record<string, Json> => components.schemas[schema].allOf[1].properties;

  it('says of each attribute what is answered, where that is not what is sent', () => {
    expect(attributes('ProjectBot').role.enum).toEqual(['master', 'developer', 'guest', 'admin']);
    expect(attributes('ProjectCollaborator').role.enum).toEqual(['master', 'developer', 'guest']);
    const { items } = attributes('NotificationSettings').email as { items: { properties: Json } };
    expect(items.properties.project).toMatchObject({ type: 'object', required: ['id', 'uuid'] });
  });

  it('offers ?privileges where somebody is known to have some', () => {
    const offers = (path: string): boolean =>
      paths[path].get.parameters.some(({ $ref }) => $ref === '#/components/parameters/privileges');
    expect(offers('/projects/{project_id}')).toBe(true);
    expect(offers('/account/password_recoveries/{token}')).toBe(false);
  });
});
