import typeorm from 'typeorm';

/** @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} Rows by schemas and tables */
/** @typedef {{ rows: Rows, gone: Rows, added: Rows }} Ownership */
/** @typedef {{ companyRows: Ownership, artifactRows: Ownership, tablesLeftOut: Record<string, string[]> }} OwnedRows */

/** @param {string} source of an app @returns {Promise<unknown>} */
const appSource = (source) => import(`../../apps/${source}.ts`);

/** The tables of a service's objects. @param {string} service */
const tablesOf = async (service) => {
  const objects = await appSource(`${service}/src/composition`);
  const { entities } = /** @type {{ entities: Function[] }} */ (objects);
  return typeorm
    .getMetadataArgsStorage()
    .filterTables(entities)
    .map(({ name }) => name);
};

describe.each(['identity', 'repository', 'artifact'])('the tables of %s', (service) => {
  it('are each brought back with a company, or left out by name', async () => {
    const { companyRows, artifactRows, tablesLeftOut } = /** @type {OwnedRows} */ (
      await appSource('backup/src/database/owned-rows')
    );
    const brought = [companyRows, artifactRows].flatMap(({ rows, gone, added }) =>
      [rows, gone, added].flatMap((schemas) => Object.keys(schemas[service] ?? {})),
    );
    expect((await tablesOf(service)).sort()).toEqual([...brought, ...tablesLeftOut[service]].sort());
  });
});
