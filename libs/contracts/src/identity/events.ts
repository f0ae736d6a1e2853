import type { Feed } from '../kit/feed.js';

/**
 * Published right after commit whenever who-may-what changed; gateways drop what they remember. Names uuids only.
 * `company` alone drops everything of the company.
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
