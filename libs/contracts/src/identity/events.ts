import type { Feed } from '../kit/feed.js';

/**
 * Published right after the commit of a change to who may do what. Gateways drop what they remember of what it names,
 * by uuids; where it names the company alone, everything of the company.
 */
export const accessChanged = 'event.identity.access.changed';

export interface AccessChanged {
  company: string;
  /** Their sessions, credentials and roles are forgotten. */
  accounts?: string[];
  /** Everybody's roles in them are forgotten. */
  projects?: string[];
  groups?: string[];
  /** Sessions that ended (their uuids). */
  sessions?: string[];
}

/** What identity tells. */
export const identityFeed: Feed = {
  pulse: 'event.identity.pulse.v1',
  events: [accessChanged],
};

/** An operator opened an account again: every process that counts failed logins forgets those of it. */
export const loginUnlocked = 'event.identity.account.unlocked';

export interface LoginUnlocked {
  /** Id of the company. */
  company: string;
  /** What the account logs in by. */
  logins: string[];
}
