import { serverConfig } from './server-config.js';

describe('the configuration of the server', () => {
  const programs = { server: '', client: '', modules: '/modules', perl: [], perlProgram: '' };

  it('has it ask itself about no path: a log of many took it more than twice the processor time', () => {
    const told = serverConfig({ directory: '/server', port: 1, programs, connections: 8 });
    expect(told.split('\n')).toContain('SVNPathAuthz Off');
  });
});
