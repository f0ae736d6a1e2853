import type { EventContract } from './kit/internal-call.js';
import type { Feed } from './kit/feed.js';
import { artifactFeed } from './artifact/index.js';
import { identityFeed, loginUnlocked } from './identity/index.js';
import { repositoryFeed } from './repository/index.js';

const feed = ({ pulse, events }: Feed): EventContract[] =>
  [pulse, ...events].map((subject) => ({ subject, heard: ['gateway'] }));

/** Every event, each with who hears it: the broker knows no others. */
export const allEvents: readonly EventContract[] = [
  ...feed(identityFeed),
  ...feed(repositoryFeed),
  ...feed(artifactFeed),
  { subject: loginUnlocked, heard: ['identity'] },
];
