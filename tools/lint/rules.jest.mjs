// Rules decide without asking anybody, so the specs beside them take every branch of them:
//     node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js --config tools/lint/rules.jest.mjs
import everyday from '../../jest.config.mjs';

export default {
  ...everyday,
  rootDir: '../..',
  roots: ['<rootDir>/apps', '<rootDir>/libs'],
  testMatch: ['<rootDir>/{apps,libs}/**/src/**/*.rules.spec.ts'],
  collectCoverage: true,
  collectCoverageFrom: ['{apps,libs}/**/src/**/*.rules.ts'],
  coverageReporters: [['text', { skipFull: true }]],
  coverageThreshold: { global: { branches: 100, functions: 100, statements: 100 } },
};
