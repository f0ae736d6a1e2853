import {
  identityCalls,
  licenseOperations,
  projectBotOperations,
  projectCollaboratorOperations,
  projectUserOperations,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { HandlerExtras } from '@holdfast/platform/service-host';
import { services } from '../composition.js';

type Extras = HandlerExtras & { form?: { page?: string } };

/** What the transport knows of each method that answers an operation or a call. */
const handlers = (services as readonly { prototype: object }[]).flatMap(({ prototype }) =>
  Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method = (prototype as Record<string, object>)[name];
    const subjects = (Reflect.getMetadata('microservices:pattern', method) ?? []) as string[];
    const extras = Reflect.getMetadata('microservices:pattern_extras', method) as Extras;
    return subjects.map((subject) => ({ subject, extras }));
  }),
);

// Pages of a few rows took no turn, though the database read all rows of a project for them, or passed over those that
// the caller may not see. One user with 20,000 bots in his project kept everybody from logging in and cloning.
describe('lists of few rows', () => {
  const by = (type: string, companyAdmin = false): CallContext =>
    ({ principal: { companyAdmin, account: { type } } }) as unknown as CallContext;
  const short = (ctx: CallContext): string[] =>
    handlers
      .filter(({ extras }) => extras.form?.page !== undefined && !extras.isLong?.(ctx))
      .map(({ extras }) => String(extras.form?.page))
      .sort();

  it('take turns where there is no index of these rows in this order', () => {
    const indexed = ['audit_event', 'collaborator', 'session', 'ssh_key', 'ssh_key', 'user'];
    expect(short(by('user'))).toEqual([...indexed, 'subscriber'].sort());
    expect(short(by('collaborator'))).toEqual(indexed);
    expect(short(by('user', true))).toEqual([...indexed, 'bot', 'group', 'project', 'subscriber'].sort());
  });

  it('are not alone in it: so does what shows the projects and people that somebody may see', () => {
    const [expand] = handlers.filter(({ subject }) => subject === identityCalls.expand);
    const asks = [by('bot'), by('user'), by('user', true)];
    expect(asks.map((ctx) => expand.extras.isLong?.(ctx))).toEqual([true, true, false]);
  });

  it('are as long as one role in a project, which is told with those of all its groups', () => {
    const single = [projectUserOperations, projectCollaboratorOperations, projectBotOperations].map(
      ({ show }) =>
        handlers.find(({ subject }) => subject === show.subject)?.extras.isLong?.(by('user', true)),
    );
    expect(single).toEqual([true, true, true]);
  });

  it('are as long as the count of all people of a company', () => {
    const license = handlers.find(({ subject }) => subject === licenseOperations.show.subject);
    expect(license?.extras.isLong?.(by('user'))).toBe(true);
  });
});
