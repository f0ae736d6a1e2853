import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first company's administrator, as the operator finds him in access.json. */
interface Access {
  site_url: string;
  api_url: string;
  ssh_url: string;
  company: string;
  company_key: string;
  login: string;
  password: string;
}

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: scenarios are run by tools/test e2e`);
  return value;
};

/** The running installation that the scenarios drive. */
export const access = JSON.parse(readFileSync(setting('HOLDFAST_TEST_ACCESS'), 'utf8')) as Access;

/** Its directory. Only what an operator may look at is looked at. */
export const home = setting('HOLDFAST_TEST_HOME');

/** Where companies are made without a start of the operator's program. */
export const companyDoor = setting('HOLDFAST_TEST_COMPANIES');

/** Where `tools/setup --clients` puts build tools. */
export const clientPrograms = process.env.HOLDFAST_TEST_TOOLS ?? join(import.meta.dirname, '../../.tools');

/** `tools/test clients`: scenarios drive the product with more clients, and do more with each, than on every day. */
export const allClients = process.env.HOLDFAST_TEST_CLIENTS !== undefined;
export const inAllClients = <T>(...clients: T[]): T[] => (allClients ? clients : []);

/** The operator's commands. */
export const toolsDirectory = join(import.meta.dirname, '../../tools');

/** The tree of the code that made the installation of the upgrade test; not there where git's history is not. */
export const earlierCode = setting('HOLDFAST_TEST_EARLIER');

/** Where the installation sends traces; nobody listens there yet. */
export const collector = new URL(setting('HOLDFAST_TEST_COLLECTOR'));
