import { join } from 'node:path';
import { findMercurial } from './worker/python-home.js';

/** Where setup puts Mercurial; or another version that whoever runs the specs names. */
export const modules =
  process.env.HOLDFAST_TEST_HG ?? join(import.meta.dirname, '../../../../.tools/mercurial');

/** Of the stock client, where it is to be another one than the engine's. */
export const clientModules = process.env.HOLDFAST_TEST_HG_CLIENT ?? modules;

/** The program that runs it. */
export const python = async (of = modules): Promise<string> => (await findMercurial(`${of}/bin`)).program;

/** The words with which the stock client is started. */
export const stockProgram = async (): Promise<string[]> => [
  await python(clientModules),
  `${clientModules}/bin/hg`,
];

/** Mercurial of 7.1 and later is made ready before anything of it is used. */
export const ready = String.raw`
try:
    from mercurial import initialization
    initialization.init()
except ImportError:
    pass
`;

/** Of stock programs: nothing of who runs the specs. */
export const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  PYTHONPATH: modules,
  HGRCPATH: '',
  HGPLAIN: '1',
  HGENCODING: 'UTF-8',
  LC_ALL: 'C.UTF-8',
};
