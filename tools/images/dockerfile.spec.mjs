import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';
import { nodeOptions, services } from '../system/services.mjs';

const dockerfile = readFileSync(join(checkout, 'deploy/docker/Dockerfile'), 'utf8').replaceAll('\\\n', ' ');

/**
 * The instructions of a target, with those of the target that it begins with. @param {string} target @returns {string}
 */
const instructionsOf = (target) => {
  const [, from, own = ''] =
    new RegExp(`^FROM (\\S+) AS ${target}\\n([^]*?)(?=^FROM |$(?![^]))`, 'm').exec(dockerfile) ?? [];
  return from === 'base' ? instructionsOf(from) + own : own;
};

describe('the images', () => {
  it.each(services.map(({ name }) => name))('run %s as the tools do', (name) => {
    const service = services.find((each) => each.name === name);
    const said = instructionsOf(name);
    for (const option of nodeOptions) expect(said).toContain(`"${option}"`);
    for (const [variable, value] of Object.entries(service?.variables ?? {}))
      expect(said).toContain(`${variable}=${value}`);
  });

  it.each([...services.map(({ name }) => name), 'operator'])('give %s to a user without rights', (name) => {
    expect(instructionsOf(name).match(/^USER .*$/gm)).toEqual(['USER 10001:10001']);
  });
});
