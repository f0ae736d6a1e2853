import type { BroughtFile, RemoteSource, RemoteWork } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import type { GitWorld } from '../git-world.fixture.js';

/** Of an admin, whom nobody tells anything and nobody stops. */
const work = (): RemoteWork => ({
  signal: new AbortController().signal,
  tell: () => undefined,
  ...{ principal: 'admin', metered: false },
});

/** Brings what a remote has into the repository in a directory. Fails as the kind does. */
export const bring = async (
  world: GitWorld,
  directory: string,
  remote: RemoteSource | BroughtFile,
): Promise<void> => {
  const incoming = await world.kind.open(directory).remotes.fetch(remote, work());
  await incoming.publish(reading());
  await incoming.discard();
};

/** The same, told in one line. */
export const outcomeOf = (
  world: GitWorld,
  directory: string,
  remote: RemoteSource | BroughtFile,
): Promise<string> =>
  bring(world, directory, remote).then(
    () => 'it worked',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );
