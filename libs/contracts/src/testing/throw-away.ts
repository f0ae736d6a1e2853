import { fileURLToPath } from 'node:url';

/** The list of identity's contracts. */
export const identityContracts = fileURLToPath(new URL('../identity/objects.ts', import.meta.url));

/** What Jest can do with modules, and its types do not say. */
interface Modules {
  unstable_mockModule(path: string, factory: () => object): unknown;
}

/**
 * Lets whoever imports a module from now on get further exports of it, as if lines were added to a list. `jest` is that
 * of the test file: `import.meta.jest`. Nothing that stands on the module may have been imported before.
 */
export const withExports = async (jest: object, path: string, exports: object): Promise<void> => {
  const actual = (await import(path)) as object;
  (jest as Modules).unstable_mockModule(path, () => ({ ...actual, ...exports }));
};
