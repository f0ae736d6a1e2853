import { Complaint } from '../complaint.mjs';
import { ask, which } from './execute.mjs';

/**
 * What builds images and runs them on this machine. `compose`: the command before its arguments; `images`: how names of
 * images begin that `deploy/docker/build` makes; `joint`: what stands in the name of a container between its parts.
 * @typedef {{ engine: 'docker' | 'podman', compose: string[], images: string, joint: string }} ContainerPrograms
 */

/** Whether this podman-compose carries our file out as it is meant. @param {string} said of its version */
export const servesCompose = (said) => !/podman-compose version:? 1\.(?:0\.|3\.0\b)/.test(said);

/** Docker where it runs and has compose, else podman with its own. @returns {ContainerPrograms} */
export const findContainerPrograms = () => {
  if (ask('docker', 'info').ok && ask('docker', 'compose', 'version').ok)
    return { engine: 'docker', compose: ['docker', 'compose'], images: 'holdfast', joint: '-' };
  const missing = ['buildah', 'podman', 'podman-compose'].filter((name) => !which(name));
  if (missing.length)
    throw new Complaint(
      `tools/test images needs docker that runs, with compose, or buildah, podman and podman-compose. Missing: ${missing.join(', ')}`,
    );
  if (!servesCompose(ask('podman-compose', '--version').output))
    throw new Complaint('this podman-compose does not serve: docs/guides/images.md says why');
  return { engine: 'podman', compose: ['podman-compose'], images: 'localhost/holdfast', joint: '_' };
};
