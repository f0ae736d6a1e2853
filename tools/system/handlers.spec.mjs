import { allOperations, serviceNames } from '@holdfast/contracts';
import { servedSubjects } from '@holdfast/platform/testing';

/** The use cases of a service's objects. @param {string} service */
const useCasesOf = async (service) => {
  const objects = /** @type {unknown} */ (await import(`../../apps/${service}/src/composition.ts`));
  return /** @type {{ services: Parameters<typeof servedSubjects>[0] }} */ (objects).services;
};

describe.each(serviceNames)('the use cases of %s', (service) => {
  const own = allOperations.filter((operation) => operation.service === service);

  it('are one for each operation of its objects', async () => {
    const served = servedSubjects(await useCasesOf(service)).map((subject) => subject.replace(/\.\*$/, ''));
    const handlers = (/** @type {string} */ subject) => served.filter((each) => each === subject).length;
    expect(own.filter(({ subject }) => handlers(subject) !== 1).map(({ id }) => id)).toEqual([]);
  });
});

describe('operations', () => {
  it('belong to services that there are', () => {
    expect(allOperations.filter(({ service }) => !serviceNames.includes(service))).toEqual([]);
    expect(allOperations.length).toBeGreaterThan(60);
  });
});
