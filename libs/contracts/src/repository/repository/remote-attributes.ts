import { anyObject, orNull, readOnly, sometimes, type Attribute } from '../../kit/attribute.js';
import { Type } from '../../kit/schema.js';

/** How the import of a repository stands, and how far it has come (percent). */
export interface ImportState {
  state: 'queued' | 'running' | 'done' | 'failed';
  progress: number;
  error: string | null;
}

/** Seconds between two looks at what a repository follows. */
export const mirrorInterval = { least: 300, most: 30 * 24 * 60 * 60, usual: 3_600 } as const;

/** Why nobody writes to a repository that follows one elsewhere. */
export const followsAnother = 'this repository follows another one: push there';

/** What is sent of a mirror. What is absent stays as it is, or has its default. */
export interface MirrorSent {
  direction?: 'pull' | 'push';
  url?: string;
  username?: string | null;
  password?: string | null;
  interval?: number;
  enabled?: boolean;
}

/** What is shown of it. */
export interface MirrorShown {
  direction: 'pull' | 'push';
  url: string;
  username: string | null;
  /** Always empty: it is never shown. */
  password: '';
  interval: number;
  enabled: boolean;
  last_at: string | null;
  error: string | null;
}

export const importState = sometimes(
  orNull(
    readOnly(
      anyObject<ImportState>({
        description:
          'Version control only: how the newest import stands, as `{state, progress, error}`; `state` is `queued`, `running`, `done` or `failed`, `progress` a number from 0 to 100, and `error` why it has failed, or what of it could not be had. Null: there was none within the last 30 days.',
      }),
    ),
  ),
);

const text = (most: number) => ({ type: 'string', maxLength: most });
const orNothing = (most: number) => ({ type: ['string', 'null'], maxLength: most });

const attribute: Attribute<MirrorSent, MirrorShown> = {
  schema: Type.Unsafe<MirrorSent>({
    type: 'object',
    properties: {
      direction: { type: 'string', enum: ['pull', 'push'] },
      url: { ...text(2_000), minLength: 1 },
      username: orNothing(255),
      password: orNothing(1_000),
      interval: { type: 'integer', minimum: mirrorInterval.least, maximum: mirrorInterval.most },
      enabled: { type: 'boolean' },
    },
  }),
  description:
    'Shown to project admins only, of repositories that can have one. `{direction, url, username, password, interval, enabled, last_at, error}`: with `pull` it follows the repository at `url` every `interval` seconds and takes no other changes; with `push` that one follows this after each change. `password` is shown as an empty text, and stays as it is where that or none is sent, unless `url` (its path too), `direction` or `username` changes: then it is forgotten. Null: it is no mirror.',
};

export const mirror = sometimes(orNull(attribute));
