import { keysOf } from './authorization-header.js';

const company = '0123456789abcdef0123456789abcdef';
const account = 'fedcba9876543210fedcba9876543210';
const both = { companyKey: company, accountKey: account };

describe('the Authorization header', () => {
  it.each([
    ['the canonical form', `svc.company_key="${company}",account_key="${account}"`],
    ['a space after the scheme word', `svc company_key="${company}",account_key="${account}"`],
    ['no scheme word', `company_key="${company}",account_key="${account}"`],
    ['another scheme word', `Other.company_key="${company}",account_key="${account}"`],
    ['single quotes', `svc.company_key='${company}',account_key='${account}'`],
    ['no quotes', `svc.company_key=${company},account_key=${account}`],
    ['no commas', `svc plugin_key='x'company_key='${company}'account_key='${account}'`],
    ['no commas and no quotes', `svc company_key=${company} account_key=${account}`],
    ['blanks around = and ,', `svc.company_key = "${company}" , account_key = "${account}"`],
    ['the other order', `svc.account_key="${account}",company_key="${company}"`],
    ['a retired third key', `svc plugin_key='${account}',company_key='${company}',account_key='${account}'`],
    ['nothing between keys without quotes', `svc.company_key=${company}account_key=${account}`],
    ['nothing between them, the other way round', `svc account_key=${account}company_key=${company}`],
    [
      'nothing between three of them',
      `plugin_key=${account}company_key = ${company}plugin_key=xaccount_key= ${account}`,
    ],
  ])('is read with %s', (_, header) => {
    expect(keysOf(header)).toEqual(both);
  });

  it.each([
    ['a missing account key', `svc.company_key="${company}"`],
    ['a missing company key', `svc.account_key="${account}"`],
    ['a key twice', `svc.company_key="${company}",account_key="${account}",account_key="${account}"`],
    ['a short key', `svc.company_key="${company}",account_key="${account.slice(1)}"`],
    ['a long key', `svc.company_key="${company}",account_key="${account}0"`],
    ['a long key, and nothing between them', `svc.company_key=${company}0account_key=${account}`],
    ['a long last key, and nothing between them', `svc.company_key=${company}account_key=${account}0`],
    [
      'a key twice, and nothing between',
      `company_key=${company}account_key=${account}company_key=${company}`,
    ],
    ['an empty key, and nothing between them', `svc.company_key=account_key=${account}`],
    ['a key of another name, and nothing between', `svc.company_key=${company}my_account_key=${account}`],
    ['upper-case digits', `svc.company_key="${company.toUpperCase()}",account_key="${account}"`],
    ['a key of another name that ends alike', `svc.my_company_key="${company}",account_key="${account}"`],
    ['nothing', ''],
    ['Basic credentials', 'Basic YTpi'],
  ])('authenticates nobody with %s', (_, header) => {
    expect(keysOf(header)).toBeUndefined();
  });

  it.each([
    ['names', 'company_key'],
    ['names with blanks', 'company_key '],
    ['names without values', 'plugin_key='],
    ['quotes that nothing closes', 'plugin_key="x plugin_key=\'y '],
    ['blanks', ' '],
    ['letters', 'company_key=x'],
  ])('is read in a time that grows with its length only: many %s', (_, part) => {
    const many = part.repeat(2 ** 20 / part.length);
    for (const start of ['', 'svc.company_key=', `company_key="`])
      expect(keysOf(start + many)).toBeUndefined();
    expect(
      keysOf(`${many.replaceAll('company', 'plugin')} company_key=${company}account_key=${account}`),
    ).toEqual(both);
  });
});
