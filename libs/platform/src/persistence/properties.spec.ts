import { propertiesOf } from './properties.js';

describe('attributes of the API', () => {
  it('become properties of entities, those that were sent and no others', () => {
    const sent: { first_name: string; last_used_at?: number; id: string | null } = {
      first_name: 'Ada',
      id: null,
    };
    const set: { firstName: string; lastUsedAt?: number; id: string | null } = propertiesOf(sent);
    expect(set).toEqual({ firstName: 'Ada', id: null });
    expect(Object.keys(set)).toHaveLength(2);
  });
});
