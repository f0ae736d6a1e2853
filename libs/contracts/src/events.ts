import type { EventContract } from './kit/internal-call.js';
import type { Feed } from './kit/feed.js';
import { artifactFeed } from './artifact/index.js';
import { identityFeed, loginUnlocked } from './identity/index.js';
import { repositoryFeed } from './repository/index.js';

const feed = ({ pulse, events }: Feed, ...heard: EventContract['heard']): EventContract[] =>
  [pulse, ...events].map((subject) => ({ subject, heard }));

/** Every event, each with who hears it: the broker knows no others. */
export const allEvents: readonly EventContract[] = [
  ...feed(identityFeed, 'gateway', 'artifact'),
  // Its nodes hear each other: what one asks another ends when that one is no more.
  ...feed(repositoryFeed, 'gateway', 'artifact', 'repository'),
  ...feed(artifactFeed, 'gateway'),
  { subject: loginUnlocked, heard: ['identity'] },
];
