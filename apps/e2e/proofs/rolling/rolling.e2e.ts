/** @apart Ends each service in turn, and starts more of them. */
import { RolledPeople, type Replacement } from './rolled-people.js';

/** Each is replaced so often. */
const rounds = 2;

describe('While every service is replaced in turn', () => {
  let people: RolledPeople;

  beforeAll(async () => {
    people = await RolledPeople.begin();
  });
  afterAll(() => people?.end());

  it('nobody is told of it, and nothing is lost', async () => {
    const { parts } = people;
    const steps: Replacement[] = [
      ['gateways', () => parts.gateways()],
      ['identity', () => parts.deployment('identity')],
      ['artifact', () => parts.deployment('artifact')],
      ['storage node', () => parts.node()],
    ];
    await people.during(Array.from({ length: rounds }, () => steps).flat(), 'rolling');
  }, 900_000);
});
