import { eventsReportCall } from './kit/domain-event.js';
import { inboxOf, type DeclaredCall, type InternalCall, type BrokerUserName } from './kit/internal-call.js';
import { healthCall } from './kit/health.js';
import { eventImports, eventRights, type EventImport } from './kit/event-rights.rules.js';
import type { ServiceName } from './kit/object-contract.js';
import { artifactDeclared } from './artifact/index.js';
import { allDomainEvents } from './domain-events.js';
import { allEvents } from './events.js';
import { idempotencyDeclared, identityDeclared } from './identity/index.js';
import { allOperations } from './registry.js';
import { repositoryDeclared } from './repository/index.js';

/** All services. */
export const serviceNames: readonly ServiceName[] = ['identity', 'repository', 'artifact'];
export const brokerUserNames: readonly BrokerUserName[] = [...serviceNames, 'gateway', 'operator'];

/**
 * Every call between processes: what each service answers to everybody's gateway and operator, and what is declared.
 */
export const allCalls: readonly DeclaredCall[] = [
  ...allOperations.map(({ subject, on }) => ({ subject, asks: ['gateway'] as const, on })),
  ...serviceNames.map((service) => ({ subject: healthCall(service), asks: ['gateway'] as const })),
  ...serviceNames.map((service) => ({ subject: eventsReportCall(service), asks: ['operator'] as const })),
  ...Object.values<InternalCall>(identityDeclared),
  ...Object.values<InternalCall>(idempotencyDeclared),
  ...Object.values<InternalCall>(repositoryDeclared),
  ...Object.values<InternalCall>(artifactDeclared),
];

/** What a part may do on the broker, as exact subjects; `*` stands only where a storage node's name does. */
export interface BrokerRights {
  /** Calls that it makes. */
  asks: string[];
  /** Calls that it answers, in the queue group of its name. */
  serves: string[];
  /** The inboxes of those who ask these calls. */
  answers: string[];
  /** Events that it publishes, and those that it hears. */
  tells: string[];
  hears: string[];
  /** What it says to the broker's streams about durable events, in an account of its own. */
  streams: string[];
  /** Of these, what leads into the account of another. */
  imports: EventImport[];
}

const pattern = ({ subject, on }: DeclaredCall): string => (on ? `${subject}.*` : subject);
const tellerOf = (subject: string): string => subject.split('.')[1];

const servedBy = (part: BrokerUserName): DeclaredCall[] =>
  allCalls.filter(({ subject }) => subject.startsWith(`${part}.`));

export const rightsOf = (part: BrokerUserName): BrokerRights => ({
  asks: allCalls.filter(({ asks }) => asks.includes(part)).map(pattern),
  serves: servedBy(part).map(pattern),
  answers: brokerUserNames
    .filter((each) => servedBy(part).some(({ asks }) => asks.includes(each)))
    .map((asker) => `${inboxOf(asker)}.>`),
  tells: allEvents.filter(({ subject }) => tellerOf(subject) === part).map(({ subject }) => subject),
  hears: allEvents.filter(({ heard }) => heard.includes(part)).map(({ subject }) => subject),
  streams: eventRights(part, allDomainEvents),
  imports: eventImports(part, allDomainEvents),
});

const gatewayAsks = new Set(
  allCalls.filter(({ asks }) => asks.includes('gateway')).map(({ subject }) => subject),
);

/** Whether the gateway asks this call: only then does its context say who the caller is. `subject` without a node. */
export const carriesCaller = (subject: string): boolean => gatewayAsks.has(subject);
