import { fileURLToPath } from 'node:url';

/** The list of identity's contracts. */
export const identityContracts = fileURLToPath(new URL('../identity/objects.ts', import.meta.url));

/** What Jest can do with modules, though its types do not say it. */
interface Modules {
  unstable_mockModule(path: string, factory: () => object): unknown;
}

/**
 * Adds exports to a module for all who import it from now on, as if lines were added to a list. `jest` is that of the
 * test file: `import.meta.jest`. What imports the module must not have been imported before.
 */
export const withExports = async (jest: object, path: string, exports: object): Promise<void> => {
  const actual = (await import(path)) as object;
  (jest as Modules).unstable_mockModule(path, () => ({ ...actual, ...exports }));
};
