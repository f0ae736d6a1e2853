import { fields, table } from './table.js';

describe('what operators read', () => {
  // A company's name wrote to the clipboard of who listed the companies, and made lines of the list.
  it('tells their terminal nothing that a company wants it to do', () => {
    const name = 'acme\u001b]52;c;eA==\u0007\u009b2J\nother  active';
    expect(table(['NAME', 'STATE'], [[name, 'active']])).toBe(
      [`${'NAME'.padEnd(32)}  STATE`, 'acme ]52;c;eA== 2J other  active  active', ''].join('\n'),
    );
    expect(fields({ name })).toBe('name  acme ]52;c;eA== 2J other  active\n');
  });
});
