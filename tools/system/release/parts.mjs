import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { checkout } from '../paths.mjs';
import { clusterPrograms } from '../setup/cluster-programs.mjs';
import { ask, perform, which } from '../setup/execute.mjs';

/** The programs of which there are images. */
const programs = ['gateway', 'identity', 'repository', 'artifact', 'operator', 'backup'];

/**
 * What a release is made of, and where it goes.
 * @typedef {{ version: string, directory: string, base?: string }} Release
 */

/** @param {string} file @param {string[]} args */
const must = async (file, ...args) => {
  const { ok, output } = await perform(file, args, { cwd: checkout });
  if (!ok) throw new Complaint(`${file} ${args[0]} failed:\n${output}`);
};

/** The sources of the commit. @param {Release} release */
const source = async ({ version, directory }) => {
  const name = `holdfast-${version}`;
  await must('git', 'archive', `--prefix=${name}/`, '-o', join(directory, `${name}.tar.gz`), 'HEAD');
};

/** The chart, by helm. @param {Release} release */
const chart = async ({ directory }) => {
  const helm = which('helm') ?? clusterPrograms.path('helm');
  if (!existsSync(helm))
    throw new Complaint('helm is missing, which packs the chart (tools/test cluster builds one)');
  await must(helm, 'package', 'deploy/helm/holdfast', '--destination', directory);
};

/** Of each image the npm packages that are in it, in CycloneDX. The checkout is built. @param {Release} release */
const sboms = async ({ version, directory }) => {
  const room = mkdtempSync(join(tmpdir(), 'holdfast-release-'));
  try {
    await must(process.execPath, '--no-warnings', 'tools/images/collect.mjs', room);
    for (const program of readdirSync(room)) {
      const file = join(room, program, 'sbom.cdx.json');
      if (existsSync(file)) copyFileSync(file, join(directory, `holdfast-${program}-${version}.cdx.json`));
    }
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
};

/** Images as archives, as `docker load` and `podman load` take them. @param {Release} release */
const images = async ({ version, directory, base }) => {
  if (!base?.includes('@sha256:'))
    throw new Complaint('Images need --base with a digest: debian@sha256:…, so that they can be made again');
  await must('deploy/docker/build', '--base', base, '--tag', version);
  const isDocker = process.env.HOLDFAST_BUILDER !== 'buildah' && ask('docker', 'info').ok;
  for (const program of programs) {
    const name = `holdfast/${program}:${version}`;
    const file = join(directory, `holdfast-${program}-${version}.tar`);
    if (isDocker) await must('docker', 'save', '--output', file, name);
    else await must('buildah', 'push', name, `docker-archive:${file}:${name}`);
  }
};

/** By the words with which they are left out. @type {Record<string, (release: Release) => Promise<void>>} */
export const parts = { source, chart, sboms, images };
