import { allOperations, serviceNames } from '@holdfast/contracts';
import { servedCommands, servedSubjects } from '@holdfast/platform/testing';

/** The use cases of a service's objects. @param {string} service */
const useCasesOf = async (service) => {
  const objects = /** @type {unknown} */ (await import(`../../apps/${service}/src/composition.ts`));
  return /** @type {{ services: Parameters<typeof servedSubjects>[0] }} */ (objects).services;
};

/** Whether identity takes a record from a service. */
const ruleOfIdentity = async () => {
  const rules = '../../apps/identity/src/audit-event/audit-event.rules.ts';
  const found = /** @type {unknown} */ (await import(rules));
  const { isOwn } = /** @type {{ isOwn: (service: string, record: object) => boolean }} */ (found);
  return isOwn;
};

describe.each(serviceNames)('the use cases of %s', (service) => {
  const own = allOperations.filter((operation) => operation.service === service);

  it('are one for each operation of its objects', async () => {
    const served = servedSubjects(await useCasesOf(service)).map((subject) => subject.replace(/\.\*$/, ''));
    const handlers = (/** @type {string} */ subject) => served.filter((each) => each === subject).length;
    expect(own.filter(({ subject }) => handlers(subject) !== 1).map(({ id }) => id)).toEqual([]);
  });
});

describe('audit events of the operator’s commands', () => {
  /** A record, as the service sends it. @param {string} operation */
  const recordOf = (operation) => ({
    ...{ id: '0123456789abcdef01234567', at: 1, company: '0f6e4e1c-5d0b-4c0f-9f0a-7c3f5b1d2e3f' },
    ...{ operation, target: { type: 'thing', id: 'a' }, address: '', outcome: 'ok', detail: {} },
  });

  // Who stopped a job was told to identity, which dropped it: it took nobody for the one who may tell of jobs.
  it('are taken from the service that does them, whatever they are about', async () => {
    const isOwn = await ruleOfIdentity();
    const commands = await Promise.all(
      serviceNames.map(async (service) =>
        servedCommands(await useCasesOf(service)).map((command) => ({ service, command })),
      ),
    );
    expect(commands.flat().length).toBeGreaterThan(9);
    const dropped = commands
      .flat()
      .filter(({ service, command }) => !isOwn(service, recordOf(`operator.${command}`)));
    expect(dropped).toEqual([]);
  });
});

describe('operations', () => {
  it('belong to services that there are', () => {
    expect(allOperations.filter(({ service }) => !serviceNames.includes(service))).toEqual([]);
    expect(allOperations.length).toBeGreaterThan(60);
  });
});
