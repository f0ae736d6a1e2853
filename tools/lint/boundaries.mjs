import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { boundaryRules } from './boundary-rules.mjs';

/** @typedef {{ file: string, what: string }} Finding */
/**
 * @typedef {{ source: string, dependencies: { module: string, resolved: string }[] }} Module a source and what it
 * imports
 */

/**
 * All imports of the TypeScript sources below apps/ and libs/ of a tree, and which of them break a rule.
 * Type-only imports count, and workspace packages are followed to their sources.
 * @param {string} root
 * @returns {Promise<{ modules: Module[], findings: (Finding & { rule: string })[] }>}
 */
export const boundaries = async (root) => {
  const { output } = await cruise(
    ['apps', 'libs'].filter((directory) => existsSync(join(root, directory))),
    {
      baseDir: root,
      ruleSet: { forbidden: boundaryRules },
      validate: true,
      // Only our own: what packages ship lies in dist/ often enough.
      exclude: { path: '^(?:apps|libs)/.+/(?:dist|bundle)/' },
      doNotFollow: { path: ['node_modules', '^\\.\\./'] },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: {
        conditionNames: ['source', 'import', 'node', 'default'],
        exportsFields: ['exports'],
      },
    },
    {},
    {},
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser made a report: ${output}`);
  return {
    modules: output.modules.filter(({ source }) => /^(?:apps|libs)\/.*\.ts$/.test(source)),
    findings: output.summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      file: from,
      what: `imports ${to}`,
    })),
  };
};
