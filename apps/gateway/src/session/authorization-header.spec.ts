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
  ])('is read with %s', (_, header) => {
    expect(keysOf(header)).toEqual(both);
  });

  it.each([
    ['a missing account key', `svc.company_key="${company}"`],
    ['a missing company key', `svc.account_key="${account}"`],
    ['a key twice', `svc.company_key="${company}",account_key="${account}",account_key="${account}"`],
    ['a short key', `svc.company_key="${company}",account_key="${account.slice(1)}"`],
    ['a long key', `svc.company_key="${company}",account_key="${account}0"`],
    ['upper-case digits', `svc.company_key="${company.toUpperCase()}",account_key="${account}"`],
    ['a key of another name that ends alike', `svc.my_company_key="${company}",account_key="${account}"`],
    ['nothing', ''],
    ['Basic credentials', 'Basic YTpi'],
  ])('authenticates nobody with %s', (_, header) => {
    expect(keysOf(header)).toBeUndefined();
  });
});
