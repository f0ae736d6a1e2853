import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';
import { spare } from '../system/setup/nodegit.mjs';
import { nodeOptions, services } from '../system/services.mjs';

const build = readFileSync(join(checkout, 'deploy/docker/build'), 'utf8');
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

  it.each([...services.map(({ name }) => name), 'operator', 'backup'])(
    'give %s to a user without rights',
    (name) => {
      expect(instructionsOf(name).match(/^USER .*$/gm)).toEqual(['USER 10001:10001']);
    },
  );

  it('are all made by the script, each of what was collected for it', () => {
    const targets = [...dockerfile.matchAll(/^COPY --from=build \/collected\/([a-z]+) \/holdfast$/gm)].map(
      ([, name]) => name,
    );
    const [, made = ''] = /programs=\(([a-z ]+)\)$/m.exec(build) ?? [];
    expect(targets.sort()).toEqual(made.split(' ').sort());
    expect(targets).toEqual(
      expect.arrayContaining([...services.map(({ name }) => name), 'operator', 'backup']),
    );
  });

  it('have nodegit only where somebody asks for it, as it is installed elsewhere', () => {
    const [made, said] = ['nodegit', 'repository'].map((target) => instructionsOf(target));
    for (const each of [made, said]) expect(each).toMatch(/^ARG GIT_READER=stock$/m);
    expect(made).toMatch(
      /^COPY tools\/system\/setup\/nodegit \.\/\nRUN if \[ "\$GIT_READER" = nodegit \]; then /m,
    );
    for (const each of spare) expect(made).toContain(` ${each}`);
    expect(said).toContain('HOLDFAST_GIT_READER=$GIT_READER');
    expect(said).toContain('HOLDFAST_NODEGIT=/opt/nodegit/node_modules/nodegit');
    expect(build).toContain('--build-arg "GIT_READER=$reader"');
  });

  // With times in it that the build had changed, each program of Mercurial took four times as long to start.
  it('have a Python that takes what is compiled as it is, after all packages', () => {
    const said = instructionsOf('repository');
    const compiled = said.indexOf(
      'python3 -m compileall -q -f --invalidation-mode unchecked-hash /usr/lib/python3',
    );
    expect(compiled).toBeGreaterThan(said.indexOf('apt-get install'));
  });

  it('have what a backup is made with, and directories of which new volumes take the owner', () => {
    const said = instructionsOf('backup');
    expect(said).toMatch(/ENTRYPOINT \["\/usr\/bin\/node", .*"apps\/backup\/bundle\/main\.js"\]/);
    const owned = [...said.matchAll(/^COPY .*--chown=10001:10001 \/empty (\S+)$/gm)].map(
      ([, place]) => place,
    );
    const volumes = ['/repository', '/artifact', '/gateway'].map((each) => `/var/lib/holdfast${each}`);
    expect(owned).toEqual([...volumes, '/backups']);
  });
});
